# SPDX-License-Identifier: Apache-2.0
"""Real pytest sessions through `cupel run`."""

import os
import shutil
import sys

import pytest

import rig

SUITES = rig.ROOT / "tests" / "frameworks" / "pytest"
# CUPEL_TEST_PYTHON: another interpreter, with another pytest, to try the harness on.
PYTEST = [os.environ.get("CUPEL_TEST_PYTHON", sys.executable), "-m", "pytest"]


@pytest.fixture
def suite(tool):
    """Copies a suite into the case's directory and configures a target for it."""

    def made(name, options=(), gate=None, **keys):
        folder = tool.folder / name
        shutil.copytree(SUITES / name, folder, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
        if name == "broken":  # no file of the tree may be one that Python cannot read
            (folder / "test_syntax_error.py").write_text("# comment\ndef test_never(:\n    pass\n")
        target = rig.target([*PYTEST, *options], harness="pytest", workdir=name, **keys)
        tool.config([target], {"timeout": "20s", **(gate or {})})
        return folder

    return made


def words(test):
    return f"{test.get('detail') or ''}\n{test.get('message') or ''}"


def list_target(tool):
    return tool.call("list", "--json", "-")


def journal_order(result):
    return [line["test"] for line in result.journal if line.get("event") == "test_started"]


# --- What each kind of test comes to

KINDS = {
    "test_fails": ("failed", "first extra"),
    "test_raises": ("failed", "line two"),
    "test_helper_fails": ("failed", "in the helper"),
    "test_prints_and_fails": ("failed", "assert False"),
    "test_marked_skip": ("skipped", "not on this box"),
    "test_skip_if": ("skipped", "a condition"),
    "test_skips": ("skipped", "inside"),
    "test_strict_unexpected_pass": ("failed", "[XPASS(strict)] must fail"),
    "test_never_run": ("skipped", "do not run"),
    "test_setup_fails": ("failed", "in setup: ValueError: setup broke"),
    "test_teardown_fails": ("failed", "in teardown: ValueError: teardown broke"),
    "test_call_and_teardown_fail": ("failed", "the call too"),
    "test_sys_exit": ("failed", "SystemExit"),
    "test_without_parameters": ("skipped", "empty parameter set"),
    "Old::test_old_skip": ("skipped", "old skip"),
}


def test_kinds(suite, run):
    suite("kinds")
    result = run()
    assert result.code == 1, result.describe()
    wrong = []
    for test in result.run["tests"]:
        name = test["name"].partition("::")[2].partition("[")[0]
        outcome, said = KINDS.get(name, ("passed", ""))
        if test["name"] == "test_left_out.py":
            outcome, said = "skipped", "the whole module"
        if test["outcome"] != outcome or said not in words(test):
            wrong.append((test["name"], test["outcome"], words(test)))
    assert not wrong
    assert result.problems == []
    assert len(result.run["tests"]) == 25, result.outcomes
    assert result.test("test_kinds.py::test_helper_fails")["location"] == {"file": "test_kinds.py", "line": 26}
    assert "out text" in result.test("test_kinds.py::test_prints_and_fails")["output"]
    assert "err text" in result.test("test_kinds.py::test_prints_and_fails")["output"]


def test_marked_skips_are_declared_and_others_are_not(suite, run):
    suite("kinds", gate={"undeclared_skip": "red"})
    result = run("-k", "*::test_marked_skip")
    assert result.code == 0, result.describe()
    result = run("-k", "*::test_skip_if", out=result.run_dir.parent / "second")
    assert result.code == 1, result.describe()


def test_odd_names(suite, run):
    suite("odd")
    result = run()
    assert result.code == 0, result.describe()
    assert result.run["counts"]["passed"] == len(result.run["tests"]) > 20
    names = [test["name"] for test in result.run["tests"]]
    one = "t:test_odd.py::test_named[a::b/c]"
    second = run(one, out=result.run_dir.parent / "second")
    assert second.code == 0 and [t for t, o in second.outcomes.items() if o] == [one[2:]]
    for name in names[:30:3]:
        again = run(f"t:{name}", out=result.run_dir.parent / f"one-{names.index(name)}")
        assert again.run["counts"]["selected"] == again.run["counts"]["passed"] == 1, name


# --- Ways to die

def deaths(way, env=None, gate=None):
    return {"env": {"DIE": way, **(env or {})}, "gate": gate or {}}


CRASHES = {
    "abort": ("crashed", "SIGABRT"),
    "segv": ("crashed", "SIGSEGV"),
    "kill": ("crashed", "SIGKILL"),
    "exit0": ("crashed", "code 0 inside the test"),
    "exit3": ("crashed", "code 3 inside the test"),
    "sys_exit": ("failed", "SystemExit"),
    "pytest_exit": ("crashed", "inside the test"),
    "interrupt": ("crashed", "inside the test"),
    "close_output": ("passed", ""),
    "close_all": ("crashed", "inside the test"),
    "fork": ("passed", ""),
    "none": ("passed", ""),
}


@pytest.mark.parametrize("way", CRASHES)
def test_death(suite, run, way):
    suite("deaths", env={"DIE": way})
    result = run()
    assert result.code == 1, result.describe()
    outcome, said = CRASHES[way]
    assert result.outcomes == {
        "test_deaths.py::test_a_passes": "passed",
        "test_deaths.py::test_a_fails": "failed",
        "test_deaths.py::test_b_dies": outcome,
        "test_deaths.py::test_c_passes": "passed",
        "test_deaths.py::test_c_fails": "failed",
    }, result.describe()
    assert said in words(result.test("test_deaths.py::test_b_dies"))
    assert result.problems == [], result.describe()


@pytest.mark.parametrize("way", ["hang", "hang_native"])
def test_hang(suite, run, way):
    suite("deaths", env={"DIE": way}, timeout="1s")
    result = run()
    assert result.code == 1
    assert result.outcomes["test_deaths.py::test_b_dies"] == "timed_out", result.describe()
    assert result.outcomes["test_deaths.py::test_c_passes"] == "passed"


def test_session_that_stops_early_goes_on(suite, run):
    suite("deaths", env={"DIE": "should_stop"})
    result = run()
    assert result.code == 1
    assert result.outcomes["test_deaths.py::test_c_passes"] == "passed", result.describe()
    assert "exit_mismatch" in result.problems and "enough" in result.said


# --- Collection

def test_collection_errors(suite, run):
    suite("broken")
    result = run()
    assert result.code == 1 and result.run["verdict"] == "red", result.describe()
    assert result.problems == ["collect_error", "collect_error"]
    assert result.outcomes == {"test_good.py::test_good": "passed", "test_good.py::test_marked": "skipped"}
    assert "test_import_error.py cannot be collected: ModuleNotFoundError" in result.said
    assert "no_such_module" in result.said and "test_import_error.py:2" in result.said
    assert "test_syntax_error.py cannot be collected: SyntaxError" in result.said


def test_collection_errors_count_where_nothing_else_runs(suite, run):
    suite("broken")
    result = run("-k", "*::test_marked")
    assert result.code == 1 and result.problems == ["collect_error", "collect_error"]


def test_nothing_but_errors(suite, run):
    suite("broken", ["test_import_error.py"])
    result = run()
    assert result.code == 1 and result.problems == ["collect_error"], result.describe()


def test_list_that_changes(suite, run):
    folder = suite("changing", env={"COUNTER": "counter"})
    result = run()
    assert result.code == 1, result.describe()
    assert {"collect_error", "unlisted_test"} <= set(result.problems), result.problems
    assert result.outcomes["test_changing.py::test_always"] == "passed"
    assert result.outcomes["test_changing.py::test_turn[0]"] == "missing"
    assert (folder / "counter").exists()


def test_list_that_does_not_change(suite, run):
    suite("changing", env={"COUNTER": "counter", "HONEST": "1"})
    assert run().code == 0


# --- Options, plug-ins, environment

def test_options_that_leave_tests_out_are_taken_back(suite, run, tool):
    folder = suite("deaths", ["--stepwise", "--maxfail=1"])
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -x -k nothing_of_that_name -m slow --lf --deselect=test_deaths.py\nmarkers = slow\n")
    result = run(env={"PYTEST_ADDOPTS": "-k nothing", "PYTEST_PLUGINS": "no_such_plugin", "PYTHONOPTIMIZE": "1"})
    assert result.code == 1
    assert result.run["counts"]["passed"] == 3 and result.run["counts"]["failed"] == 2, result.describe()
    listed = tool.call("list")
    assert "keyword=nothing_of_that_name" in listed.out and "maxfail=1" in listed.out
    assert "deselect=['test_deaths.py']" in listed.out


@pytest.mark.parametrize("options,failed", [
    (["-k", "passes"], 0),
    (["--deselect=test_deaths.py::test_a_fails"], 1),
    (["--deselect", "test_deaths.py::test_a_fails"], 1),
])
def test_filters_of_the_command_stay(suite, run, options, failed):
    suite("deaths", options)
    counts = run().run["counts"]
    assert counts["passed"] >= 2 and counts["failed"] == failed


def test_xdist_runs_serially_and_is_recorded(suite, run, tool):
    pytest.importorskip("xdist")
    suite("deaths", ["-n", "2", "--dist=loadfile"])
    result = run()
    assert result.run["counts"]["passed"] == 3 and result.run["counts"]["failed"] == 2, result.describe()
    assert result.problems == [] and len(result.run["launches"]) == 1
    assert "numprocesses=2" in tool.call("list").out


def test_plug_ins_that_reorder_have_no_say(suite, run):
    folder = suite("deaths")
    (folder / "conftest.py").write_text(
        "import pytest\n@pytest.hookimpl(trylast=True)\ndef pytest_collection_modifyitems(items): items.reverse()\n"
        "print('a conftest that prints')\n")
    result = run("--shuffle=7")
    started = journal_order(result)
    listed = [test["id"] for test in result.run["tests"]]
    assert sorted(started) == sorted(listed)
    again = run("--shuffle=7", out=result.run_dir.parent / "second")
    assert journal_order(again) == started
    other = run("--shuffle=8", out=result.run_dir.parent / "third")
    assert sorted(journal_order(other)) == sorted(listed) and journal_order(other) != started


def test_tests_see_the_environment_as_it_was(suite, run, tool):
    suite("broken", ["test_env.py"], env={"PYTHONPATH": "one:two", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
    tool.file("broken/test_env.py", "import os, sys\n"
              "def test_path():\n    assert os.environ['PYTHONPATH'] == 'one:two'\n"
              "def test_none_of_ours():\n    assert not [p for p in sys.path if 'cupel' in os.path.basename(p)]\n")
    result = run()
    assert result.code == 0, result.describe()


def test_subtests_are_subcases(suite, run, tool):
    suite("broken", ["test_parts.py"])
    tool.file("broken/test_parts.py", """
import pytest
from types import SimpleNamespace
class SubtestReport(pytest.TestReport):
    context = None
@pytest.mark.parametrize("bad", [None, 2])
def test_parts(request, bad):
    for i in (1, 2, 3):
        report = SubtestReport(request.node.nodeid, request.node.location, {}, "failed" if i == bad else "passed",
                               None, "call")
        report.context = SimpleNamespace(msg="part", kwargs={"i": i})
        request.config.hook.pytest_runtest_logreport(report=report)
""")
    result = run()
    assert result.outcomes == {"test_parts.py::test_parts[None]": "passed", "test_parts.py::test_parts[2]": "failed"}
    parts = [part["name"] for part in result.test("test_parts.py::test_parts[2]")["subcases"]]
    assert parts == ["part (i=1)", "part (i=2)", "part (i=3)"], result.describe()
    assert "in subtest part (i=2)" in words(result.test("test_parts.py::test_parts[2]"))


# --- What cannot be listed

FAULTS = {
    "crash": ("import os; os._exit(0)", "listing exited with code 0"),
    "segv": ("import ctypes; ctypes.string_at(0)", "SIGSEGV"),
    "exit": ("import pytest; pytest.exit('no')", "no"),
}


@pytest.mark.parametrize("way", FAULTS)
def test_crash_while_listing(suite, tool, run, way):
    folder = suite("deaths")
    code, said = FAULTS[way]
    (folder / "conftest.py").write_text(code + "\n")
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"], result.describe()
    assert said in result.said


@pytest.mark.parametrize("command,said", [
    ([rig.SUBJECT], "listing"),
    (["/bin/false"], "listing exited with code 1"),
    (["/bin/true"], "listing exited with code 0"),
    ([sys.executable, "-I", "-m", "pytest"], "let PYTHONPATH through"),
    ([*PYTEST, "nowhere"], "nothing under a path"),
    ([*PYTEST, "--no-such-option"], "does not know one of its arguments"),
    (["/bin/sh", "-c", '"$@" & "$@"; wait', "sh", *PYTEST], "two processes"),
])
def test_command_that_is_no_single_pytest(suite, tool, run, command, said):
    suite("odd")
    tool.config([rig.target(command, harness="pytest", workdir="odd")])
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"], result.describe()
    assert said in result.said


def test_wrapper(suite, tool, run):
    suite("odd")
    tool.config([rig.target(["/bin/sh", "-c", 'exec "$@"', "sh", *PYTEST], harness="pytest", workdir="odd")])
    assert run().code == 0


# --- Hostile tests

TRICKS = ["write_on_the_stream", "write_in_its_name", "report_in_its_name", "report_another", "connect_again",
          "end_the_session", "silence_the_plugin"]


@pytest.mark.parametrize("trick", TRICKS)
def test_trick(suite, run, trick):
    suite("hostile", env={"TRICK": trick})
    result = run()
    assert result.code == 1 and result.run["verdict"] == "red", result.describe()
    assert result.outcomes["test_hostile.py::test_a_passes"] == "passed"
    assert result.outcomes["test_hostile.py::test_b_fails"] in ("failed", "crashed"), result.describe()
    assert result.outcomes["test_hostile.py::test_c_fails"] == "failed", result.describe()


def test_honest_twin(suite, run):
    suite("hostile", env={"HONEST": "1"})
    result = run()
    assert result.code == 0 and result.run["counts"]["passed"] == 3, result.describe()


def test_nothing_is_left_behind(suite, run):
    folder = suite("deaths")
    run()
    left = {path.name for path in folder.iterdir()}
    assert left <= {"test_deaths.py", "__pycache__", ".pytest_cache"}, left
    assert not os.listdir(folder.parent / "tmp")
