# SPDX-License-Identifier: Apache-2.0
"""Tells cupel what a pytest session does, and makes it run exactly the tests that cupel chose.

PYTEST_DONT_REWRITE. Loaded by `-p cupel_stream` from a folder that cupel makes for one launch and that
holds launch.json:

    {"mode": "list"}                                                     -> listing.json in the same folder
    {"mode": "run", "stream": "127.0.0.1:PORT", "listed": SHA256,
     "chosen": [[NAME, K], ...]}                                         -> records, one JSON object a line

The records are described in session_protocol.cc of cupel's pytest harness. A NAME is a node id, or {"hex": BYTES}
where the node id is not valid UTF-8; K tells apart tests of one node id, in the order of collection. Needs
pytest 7.0 or later and nothing else; says nothing in a process forked from the session.
"""
import hashlib
import json
import os
import re
import socket
import sys

import pytest

FOLDER = os.path.dirname(os.path.abspath(__file__))
TEXT_LIMIT = 32 * 1024  # characters of one message or of one test's captured output

# What tests replace for their own purposes must not reach the stream.
_write, _getpid, _encode = os.write, os.getpid, json.JSONEncoder().encode

# Options that end the session early, choose by what an earlier session left behind, leave out a phase of each
# test, or hand tests to other processes. By names of the plug-in that has them (none: pytest itself): the name
# under which they are kept, and the value of one that was not given.
TAKEN_BACK = {
    (): {"maxfail": 0, "usepdb": False, "trace": False, "setuponly": False, "setupplan": False, "lf": False,
         "failedfirst": False, "newfirst": False, "stepwise": False, "stepwise_skip": False, "stepwise_reset": False},
    ("xdist", "xdist.plugin"): {"numprocesses": None, "maxprocesses": None, "dist": "no", "distload": False,
                                "tx": [], "looponfail": False, "forked": False, "boxed": False},
    ("pytest_forked", "forked"): {"forked": False},
    ("parallel", "pytest-parallel", "pytest_parallel"): {"workers": None, "tests_per_worker": None},
}
# Plug-ins that run a failed test again and keep the better result.
RERUNNERS = ("flaky", "rerunfailures")
# Filters: kept where the target's own command has them, taken back where they come from elsewhere.
FILTERS = {"keyword": "-k", "markexpr": "-m", "deselect": "--deselect"}


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_cmdline_main(config):
    hide_folder()
    path = os.path.join(FOLDER, "launch.json")
    # A worker of xdist loads this as well. The file stays: a second process of the command is to be noticed.
    if os.path.exists(path) and not hasattr(config, "workerinput"):
        with open(path, encoding="utf-8") as file:
            launch = json.load(file)
        listing = launch["mode"] == "list"
        taken_back = take_back(config)
        config.option.collectonly = listing
        config.option.continue_on_collection_errors = True
        plugin = Lister(config, taken_back) if listing else Runner(config, launch, taken_back)
        config.pluginmanager.register(plugin, "cupel-stream")
    yield


def hide_folder():
    """Tests, and what they start, see the search path that they would see without cupel."""
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if folders[0] == FOLDER:
        os.environ["PYTHONPATH"] = os.pathsep.join(folders[1:])
        if not os.environ["PYTHONPATH"]:
            del os.environ["PYTHONPATH"]
    sys.path[:] = [folder for folder in sys.path if folder != FOLDER]


def take_back(config):
    """Makes options, and plug-ins, as if they were not there; returns those that were, in words."""
    neutral = {}
    for plugins, options in TAKEN_BACK.items():
        if not plugins or any(config.pluginmanager.hasplugin(name) for name in plugins):
            neutral.update(options)
    for name, flag in FILTERS.items():
        if not any(word.startswith(flag) for word in map(str, config.invocation_params.args)):
            neutral[name] = ""
    given = []
    for name, value in sorted(neutral.items()):
        if not hasattr(config.option, name):
            continue
        was = getattr(config.option, name)
        if was and was != value:
            given.append("{}={}".format(name, plain(was, 80)))
        setattr(config.option, name, value)
    for name in RERUNNERS:
        if config.pluginmanager.hasplugin(name):
            config.pluginmanager.unregister(name=name)
            config.addinivalue_line("markers", "flaky: a mark of the plug-in {}, which is not used".format(name))
            given.append("the plug-in " + name)
    return given


def plain(value, limit=TEXT_LIMIT):
    """Text that JSON and UTF-8 can carry, its middle left out where it is too long."""
    try:
        text = str(value)
    except Exception as error:  # a __str__ of the tested code
        text = "<{} without text: {}>".format(type(value).__name__, type(error).__name__)
    if len(text) > limit:
        cut = len(text) - limit
        text = "{}\n[{} characters left out]\n{}".format(text[:limit // 2], cut, text[-(limit // 2):])
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def name_bytes(nodeid):
    try:
        return nodeid.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return nodeid.encode("utf-8", "surrogatepass")


def as_name(data):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"hex": data.hex()}


def from_name(name):
    return bytes.fromhex(name["hex"]) if isinstance(name, dict) else name.encode("utf-8")


def name_of(nodeid):
    return as_name(name_bytes(nodeid))


def write_all(fd, text):
    data = text.encode("ascii")
    while data:
        data = data[_write(fd, data):]


def error_lines(text):
    """What pytest's tracebacks have behind an "E"."""
    return re.findall(r"^E +(\S.*)$", text, re.MULTILINE)


def raised_at(longrepr):
    """Path and line of the last entry of a traceback that is not unittest's own."""
    entries = getattr(getattr(longrepr, "reprtraceback", None), "reprentries", [])
    places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None) is not None]
    own = os.path.join("unittest", "case.py")
    return next(((place.path, place.lineno) for place in reversed(places) if not str(place.path).endswith(own)), None)


class Places:
    """Paths as somebody in the working directory would write them."""

    def __init__(self, config):
        self.start = str(config.invocation_params.dir)
        self.root = str(config.rootpath)

    def near(self, path):
        path = str(path)
        if not os.path.isabs(path):
            return path
        relative = os.path.relpath(path, self.start)
        return path if relative.startswith("..") else relative

    def of_item(self, item):
        """File and line (from 1, None where unknown) of a test."""
        try:
            path, line, _ = item.location
        except Exception:  # a collector of the project's own that cannot say
            return "", None
        return plain(self.near(os.path.join(self.root, path))), None if line is None else line + 1

    def of_failure(self, report):
        """Message, file and line of a report that is not passed."""
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            path, line = raised_at(report.longrepr) or (crash.path, crash.lineno)
            return {"why": plain(crash.message), "file": plain(self.near(path)), "line": line}
        path, line = (getattr(report, "location", None) or ("", None))[:2]
        text = plain(report.longrepr or "no reason given")
        return {"why": (error_lines(text) or [text])[-1],
                "file": plain(self.near(os.path.join(self.root, path)) if path else ""),
                "line": None if line is None else line + 1}

    def of_collector(self, report):
        """The same of a module or folder that could not be collected. Its text ends in a traceback and
        lines that begin with "E"."""
        crash = getattr(report.longrepr, "reprcrash", None)
        if crash is not None:
            return self.of_failure(report)
        text = plain(report.longrepr)
        # A syntax error names the file itself, in words of Python's own.
        frames = (re.findall(r'^E +File "([^"\n]+)", line (\d+)', text, re.MULTILINE)
                  or re.findall(r"^([^\s:][^:\n]*):(\d+): ", text, re.MULTILINE))
        lines = [line for line in text.splitlines() if line.strip()]
        why = (error_lines(text) or lines or ["no reason given"])[-1]
        path, line = frames[-1] if frames else ("", None)
        return {"why": why, "file": self.near(path), "line": None if line is None else int(line)}


def skip_reason(report):
    longrepr = report.longrepr
    reason = plain(longrepr[2] if isinstance(longrepr, tuple) else longrepr or "")
    return reason[len("Skipped: "):] if reason.startswith("Skipped: ") else reason


def subtest_name(report):
    """The name of the part of a test that a report is about; None for one about the test itself. pytest 9
    and the plug-in pytest-subtests each have a class of their own for these."""
    context = getattr(report, "context", None)
    if type(report) is pytest.TestReport or not hasattr(context, "kwargs"):
        return None
    # pytest's own class has the values as text already.
    shown = str if type(report).__module__.startswith("_pytest.") else repr
    values = ", ".join("{}={}".format(k, shown(v)) for k, v in context.kwargs.items())
    words = [str(context.msg)] if getattr(context, "msg", None) else []
    return plain(" ".join(words + ["({})".format(values)] if values or not words else words), 1024)


class Collection:
    """What went wrong, or was left out, while tests were collected."""

    def __init__(self, config):
        self.places = Places(config)
        self.errors = []
        self.skipped = {}  # name, as bytes, of a module or folder that skipped itself -> reason

    @pytest.hookimpl(tryfirst=True)
    def pytest_collectreport(self, report):
        if report.failed:
            name = name_of(report.nodeid or ".")
            self.errors.append(dict(self.places.of_collector(report), id=name))
            self.on_error(self.errors[-1])
        elif report.skipped:
            self.skipped[name_bytes(report.nodeid)] = skip_reason(report)

    def on_error(self, error):
        pass


class Lister(Collection):
    """Writes what was collected to listing.json, at the end of the session."""

    def __init__(self, config, taken_back):
        super().__init__(config)
        self.taken_back = taken_back
        self.marked = {}  # id of a test -> reason of a skip in its source
        self.tests = None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        # Before anything else has a say: marks that a conftest adds depend on the machine, and a set of
        # parameters that is empty is nothing that somebody declared.
        for item in items:
            mark = item.get_closest_marker("skip")
            if mark is not None:
                reason = plain(mark.kwargs.get("reason", mark.args[0] if mark.args else ""))
                if not reason.startswith("got empty parameter set"):
                    self.marked[id(item)] = reason
        yield

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_finish(self, session):
        yield
        self.tests = []
        for item in session.items:
            path, line = self.places.of_item(item)
            test = {"id": name_of(item.nodeid), "file": path, "line": line}
            if id(item) in self.marked:
                test["skip"] = self.marked[id(item)]
            self.tests.append(test)
        for data in self.skipped:
            self.tests.append({"id": as_name(data), "file": plain(data.decode("utf-8", "replace")), "line": None})

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self):
        yield
        document = {"cupel_pytest": 1, "pytest": pytest.__version__, "collected": self.tests is not None,
                    "tests": self.tests or [], "errors": self.errors, "taken_back": self.taken_back}
        own = os.path.join(FOLDER, "listing.{}".format(_getpid()))
        with open(own, "w", encoding="ascii") as file:
            file.write(_encode(document))
        try:
            os.link(own, os.path.join(FOLDER, "listing.json"))
        except FileExistsError:
            os.replace(own, os.path.join(FOLDER, "listing.twice"))


class Stream:
    """One record a line, each with the key of this session and its number: what another hand puts between
    them is found out."""

    def __init__(self, address):
        host, _, port = address.rpartition(":")
        connection = socket.create_connection((host, int(port)))
        connection.settimeout(None)
        self.fd = connection.detach()
        self.pid = _getpid()
        self.key = os.urandom(8).hex()
        self.count = 0

    def is_mine(self):
        return self.pid == _getpid()

    def say(self, event, **fields):
        if not self.is_mine():
            return
        line = _encode(dict(fields, e=event, k=self.key, s=self.count)) + "\n"
        self.count += 1
        try:
            write_all(self.fd, line)
        except OSError as error:
            # Without it nothing that still runs can be told.
            pytest.exit("cupel's result stream was closed under way: {}".format(error), 3)


class Runner(Collection):
    """Runs the chosen tests in the order given and tells of each as it happens."""

    def __init__(self, config, launch, taken_back):
        super().__init__(config)
        self.chosen = [(from_name(name), k) for name, k in launch["chosen"]]
        self.listed = launch["listed"]
        self.stream = Stream(launch["stream"])
        self.say = self.stream.say
        self.order = []       # the tests to run
        self.positions = {}   # id of a test -> its place among the chosen
        self.open = None      # (place, node id) of the test that runs
        self.last = None      # its last report
        self.worst = "p"
        self.outcomes = []    # a letter a test, for the closing record
        self.say("hello", v=1, pytest=pytest.__version__, taken_back=taken_back)

    def on_error(self, error):
        self.say("collect", **error)

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, config, items):
        yield  # the outermost wrapper has the last word on the order
        found = {}
        for item in items:
            found.setdefault(name_bytes(item.nodeid), []).append(item)
        self.check_listing(found)
        absent = []
        for place, (name, k) in enumerate(self.chosen):
            if k < len(found.get(name, ())):
                item = found[name][k]
                self.positions[id(item)] = place
                self.order.append(item)
            elif name not in self.skipped:
                absent.append(place)
        if absent:
            self.say("absent", n=absent)
        rest = [item for item in items if id(item) not in self.positions]
        items[:] = self.order
        if rest:
            config.hook.pytest_deselected(items=rest)

    def check_listing(self, found):
        """Tells the names of everything that was collected where it is not what had been listed."""
        names = sorted([name for name, items in found.items() for _ in items] + list(self.skipped))
        if hashlib.sha256(b"\0".join(names)).hexdigest() != self.listed:
            self.say("collected", ids=[as_name(name) for name in names])

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        session.items[:] = self.order
        for place, (name, _) in enumerate(self.chosen):
            if name in self.skipped:
                self.begin(place, name)
                self.say("phase", n=place, when="setup", outcome="skipped", skip=self.skipped[name])
                self.worst = "s"
                self.end()
        yield

    def begin(self, place, name):
        self.open, self.last, self.worst = (place, name), None, "p"
        self.say("begin", n=place, id=as_name(name))

    def end(self):
        fields = {}
        if self.last is not None:
            fields["props"] = [[plain(k, 1024), plain(v, 1024)] for k, v in self.last.user_properties[:1000]]
            if self.worst != "p":
                fields["output"] = plain("".join("--- {} ---\n{}".format(*part) for part in self.last.sections))
        self.say("end", n=self.open[0], **fields)
        self.outcomes.append(self.worst)
        self.open = None

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        place = self.positions.get(id(item))
        if place is None:
            yield  # its reports are strays
            return
        self.begin(place, name_bytes(item.nodeid))
        result = yield
        if not self.stream.is_mine():
            os._exit(1)  # a copy that the test forked and let return: it would run all the rest again
        # An exception here ends the session inside the test.
        if result.excinfo is None:
            self.end()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        name = name_bytes(report.nodeid)
        if self.open is None or self.open[1] != name:
            self.say("stray", id=as_name(name), outcome=plain(report.outcome))
            return
        part = subtest_name(report)
        fields = {"n": self.open[0], "when": plain(report.when), "outcome": plain(report.outcome)}
        if isinstance(getattr(report, "duration", None), (int, float)):
            fields["took"] = report.duration
        if hasattr(report, "wasxfail"):
            fields["xfail"] = plain(report.wasxfail)
        if report.outcome not in ("passed", "skipped"):
            fields.update(self.places.of_failure(report))
            self.worst = "f"
        elif report.outcome == "skipped":
            if "xfail" not in fields:
                fields["skip"] = skip_reason(report)
            if part is None and self.worst == "p":
                self.worst = "s"
        if part is None:
            self.last = report
            self.say("phase", **fields)
        else:
            self.say("part", name=part, **fields)

    def pytest_keyboard_interrupt(self, excinfo):
        self.say("stop", why=plain(excinfo.exconly()))

    def pytest_internalerror(self, excrepr):
        lines = [line for line in plain(excrepr).splitlines() if line.strip()]
        self.say("internal", why=lines[-1] if lines else "no reason given")

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session):
        yield
        if not self.stream.is_mine():
            return
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self.outcomes:
            session.exitstatus = pytest.ExitCode.OK  # modules that skipped themselves were all that was asked for
        closing = {"status": int(session.exitstatus), "failed": session.testsfailed}
        self.say("finish", **closing)
        closing["outcomes"] = "".join(self.outcomes)
        # A pipe: cupel finds out whether it is this process that opens it.
        fd = os.open(os.path.join(FOLDER, "closing.json"), os.O_WRONLY | os.O_CLOEXEC)
        write_all(fd, _encode(closing))
        os.close(fd)
