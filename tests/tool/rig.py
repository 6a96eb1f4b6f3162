# SPDX-License-Identifier: Apache-2.0
"""Runs the built tool in a directory of its own and reads what came out.

A case never sees the user's environment, home, lock directory or temporary directory, and every
process that it starts carries a marker by which survivors are found.
"""

import fcntl
import json
import os
import resource
import signal
import subprocess
import time
import uuid
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRESET = os.environ.get("CUPEL_TEST_PRESET", "release")
BUILD = Path(os.environ.get("CUPEL_TEST_BUILD", ROOT / "build" / PRESET))
CUPEL = BUILD / "cupel"
PROGRAMS = BUILD / "faults"
SUBJECT = PROGRAMS / "hostile"  # four tests, of which Culprit.Fails fails unless it is honest
MARKER = "CUPEL_TEST_CASE"
LONGEST_S = 60


def toml_value(value):
    """A value in TOML; JSON's strings are TOML's, apart from DEL, which no case uses."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(k)} = {toml_value(v)}" for k, v in value.items())
        return "{ " + inner + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml_value(v) for v in value) + "]"
    if isinstance(value, Path):
        return json.dumps(str(value))
    return json.dumps(value, ensure_ascii=False)


def toml_tables(header, rows):
    text = ""
    for row in rows:
        text += f"{header}\n" + "".join(f"{k} = {toml_value(v)}\n" for k, v in row.items()) + "\n"
    return text


def target(program=SUBJECT, name="t", **keys):
    """A target for `program`: a path, or a whole command."""
    command = program if isinstance(program, list) else [program]
    return {"name": name, "harness": "gtest", "command": command, **keys}


class Result:
    """What one call of the tool left behind."""

    def __init__(self, code, out, err, run_dir):
        self.code = code
        self.out = out.decode("utf-8", "surrogateescape")
        self.err = err.decode("utf-8", "surrogateescape")
        self.run_dir = run_dir

    def _read(self, name):
        path = self.run_dir / name
        return path.read_bytes() if path.exists() else None

    @property
    def run(self):
        text = self._read("run.json")
        return None if text is None else json.loads(text)

    @property
    def junit(self):
        text = self._read("junit.xml")
        return None if text is None else ElementTree.fromstring(text)

    @property
    def journal(self):
        text = self._read("journal.jsonl")
        return [] if text is None else [json.loads(line) for line in text.splitlines()]

    @property
    def outcomes(self):
        return {test["name"]: test["outcome"] for test in self.run["tests"]}

    def test(self, name):
        return next(test for test in self.run["tests"] if test["name"] == name)

    @property
    def problems(self):
        found = [p["kind"] for t in self.run["targets"] for p in t["problems"]]
        return found

    @property
    def said(self):
        return self.out + self.err

    def describe(self):
        run = self.run
        lines = [f"exit {self.code}", "--- stdout", self.out[-4000:], "--- stderr", self.err[-6000:]]
        if run is not None:
            lines += ["--- run.json", f"verdict {run['verdict']}, exit {run['exit_code']}"]
            lines += [str(run["reasons"]), str(run["counts"]), str(self.problems)]
            lines += [f"{t['name']!r}: {t['outcome']} {t.get('detail', '')}"
                      for t in run["tests"][:60]]
        return "\n".join(lines)


def quiet_limits():
    """No core files from programs that crash on purpose; no signal ignored that a shell ignores for
    what it runs in the background."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)


class Tool:
    """The tool, in one case's directory."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.marker = f"case-{uuid.uuid4()}"
        self.run_dir = self.folder / "run"
        self.locks = self.folder / "locks"
        for name in ("home", "tmp", "locks"):
            (self.folder / name).mkdir()
        self.results = []

    # --- what a case writes

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def config(self, targets=None, gate=None, tail="", name="cupel.toml", modes=None):
        """Writes a configuration; without a target it is the subject, made honest or not."""
        table = {"name": "case", "precision": "inherit", **(gate or {})}
        text = toml_tables("[gate]", [table])
        for mode, keys in (modes or {}).items():
            text += toml_tables(f"[modes.{mode}]", [keys])
        text += toml_tables("[[target]]", [target()] if targets is None else targets)
        return self.file(name, text + tail)

    def ledger(self, known=(), skips=(), name="known-failures.toml"):
        text = toml_tables("[[known]]", known) + toml_tables("[[skip]]", skips)
        return self.file(name, text)

    # --- what a case does

    def environment(self, **changes):
        env = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "CUPEL_LOCK_DIR": str(self.locks),
            "LC_ALL": "C.UTF-8",
            MARKER: self.marker,
        }
        env.update(changes)
        return {k: v for k, v in env.items() if v is not None}

    def start(self, *args, env=None, limits=quiet_limits, under=(), **keys):
        """Starts the tool in a session of its own and returns the process; `under` is a command
        that runs it."""
        command = [*under, str(CUPEL), *(str(a) for a in args)]
        keys = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                "cwd": self.folder, **keys}
        return subprocess.Popen(command, env=self.environment(**(env or {})), start_new_session=True,
                                preexec_fn=limits, **keys)

    def finish(self, process, run_dir=None, timeout=LONGEST_S):
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            result = Result(None, out or b"", err or b"", run_dir or self.run_dir)
            raise AssertionError(f"the tool did not end in {timeout} s\n" + result.describe())
        result = Result(process.returncode, out or b"", err or b"", run_dir or self.run_dir)
        self.results.append(result)
        return result

    def call(self, *args, **keys):
        """Any command of the tool."""
        return self.finish(self.start(*args, **keys))

    def run(self, *args, out=None, **keys):
        """`cupel run` into the case's run directory."""
        run_dir = self.run_dir if out is None else out
        process = self.start("run", "--out", run_dir, "--color", "never", *args, **keys)
        return self.finish(process, run_dir)

    # --- what must be true afterwards

    def survivors(self):
        """Processes that carry the case's marker."""
        found = []
        needle = f"{MARKER}={self.marker}".encode()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or int(entry.name) == os.getpid():
                continue
            try:
                if needle in (entry / "environ").read_bytes():
                    state = (entry / "stat").read_text().rsplit(")", 1)[1].split()[0]
                    if state != "Z":
                        found.append((int(entry.name), (entry / "cmdline").read_bytes()))
            except OSError:
                continue
        return found

    def no_survivors(self, within_s=3.0):
        end = time.monotonic() + within_s
        while (found := self.survivors()) and time.monotonic() < end:
            time.sleep(0.05)
        for pid, _ in found:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        return found

    def held_leases(self):
        """Lock files that somebody still holds."""
        held = []
        for path in self.locks.rglob("*"):
            if path.is_file():
                with open(path, "rb") as file:
                    try:
                        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    except OSError:
                        held.append(path.name)
        return held


def wait_for(condition, within_s=20.0):
    """Waits until `condition()` holds."""
    end = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)
