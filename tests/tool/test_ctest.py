# SPDX-License-Identifier: Apache-2.0
"""CMake build trees, end to end: every property as ctest means it, and discovered programs as one."""

import shutil
import subprocess
from xml.etree import ElementTree

import pytest

import rig

TREES = rig.ROOT / "tests" / "frameworks" / "ctest"
SUBJECT = rig.BUILD / "frameworks" / "ctest_subject"
pytestmark = pytest.mark.skipif(shutil.which("ctest") is None, reason="CTest is not installed")

PROPERTIES_RED = {
    "fail": "Failed", "gtest_like": "the words of it", "abort": "Subprocess aborted",
    "segv": "SegFault", "will_fail_bad": "Failed", "will_fail_segv": "SegFault",
    "pass_re_no": "Required regular expression not found", "fail_re": "Error regular expression found",
    "timeout": "Timeout", "fix_setup_bad": "Failed", "fix_user_bad": "Fixture dependency failed",
    "dep_fails": "Failed", "required_file": "/no/such/file", "binary": "Failed", "measure": "Failed",
    "not_found": "Unable to find executable",
}
PROPERTIES_SKIPPED = {"skip_code": "SKIP_RETURN_CODE, 77", "skip_re": "SKIP_REGULAR_EXPRESSION"}


def configure(tool, tree, *words, env=None):
    build = tool.folder / "build"
    subprocess.run(["cmake", "-G", "Ninja", "-S", TREES / tree, "-B", build, *words], check=True,
                   stdout=subprocess.DEVNULL, env=tool.environment(**(env or {})))
    return build


def ctest(tool, tree="properties", *words, command=(), gate=None, **keys):
    configure(tool, tree, *words)
    target = {**rig.target(["ctest", "--test-dir", "build", *command], **keys), "harness": "ctest"}
    tool.config([target], {"timeout": "20s", **(gate or {})})


def properties_as_meant(result):
    red = {name for name, outcome in result.outcomes.items() if outcome not in ("passed", "skipped")}
    assert red == set(PROPERTIES_RED)
    for name, words in PROPERTIES_RED.items():
        assert result.outcomes[name] == "failed", name
        assert words in result.test(name)["message"], (name, result.test(name)["message"])
    for name, words in PROPERTIES_SKIPPED.items():
        assert result.outcomes[name] == "skipped" and words in result.test(name)["message"]
    assert result.outcomes["disabled"] == "skipped"
    assert result.outcomes["pass@2"] == "passed"


def test_every_property(tool, run):
    ctest(tool)
    result = run()
    assert result.code == 1 and result.problems == []
    properties_as_meant(result)
    assert len(result.run["launches"]) == 1
    assert result.run["launches"][0]["channel"] == "lines+report"
    assert "thing_test.cc:12" in result.said


def test_operator_variables_change_nothing(tool, run):
    ctest(tool)
    result = run(env={"CTEST_PARALLEL_LEVEL": "4", "CTEST_OUTPUT_ON_FAILURE": "1",
                      "CTEST_PROGRESS_OUTPUT": "1", "CTEST_NO_TESTS_ACTION": "ignore"})
    properties_as_meant(result)
    assert result.problems == []


@pytest.mark.parametrize("name", [
    "has space", "has,comma", "quote\"q", "br[ack]", "star*", "a::b/c", "par(en)", "plus+x",
    "back\\slash", "dollar$x", "pipe|x", "ünï ✓", "dot.dot", "#hash", "-dash", "  lead", "^caret",
    "in_sub", "pass@2",
])
def test_odd_names_one_by_one(tool, run, name):
    ctest(tool)
    result = run("t:" + name)
    assert result.code == 0, result.describe()
    assert result.run["counts"]["selected"] == 1 and result.outcomes[name] == "passed"


def test_fixtures_come_along_and_do_not_count(tool, run):
    ctest(tool)
    result = run("t:fix_user")
    assert result.code == 0 and result.run["counts"]["selected"] == 1
    assert not (tool.folder / "build" / "fixture.d").exists(), "it was not cleaned up"


def test_time_limit_of_the_gate(tool, run):
    tool.file("build/CTestTestfile.cmake",
              'add_test(before "sh" "-c" "exit 0")\nadd_test(hangs "sh" "-c" "sleep 50")\n'
              'add_test(after "sh" "-c" "exit 0")\n')
    tool.config([{**rig.target(["ctest", "--test-dir", "build"]), "harness": "ctest"}],
                {"timeout": "1s"})
    result = run()
    assert result.code == 1
    assert result.outcomes == {"before": "passed", "hangs": "timed_out", "after": "passed"}


def test_test_that_kills_ctest(tool, run):
    tool.file("build/CTestTestfile.cmake",
              'add_test(before "sh" "-c" "exit 0")\nadd_test(kills "sh" "-c" "kill -9 $PPID; sleep 9")\n'
              'add_test(after "sh" "-c" "exit 0")\n')
    tool.config([{**rig.target(["ctest", "--test-dir", "build"]), "harness": "ctest"}])
    result = run()
    assert result.code == 1
    assert result.outcomes == {"before": "passed", "kills": "crashed", "after": "passed"}


def test_tree_that_changes_under_way(tool, run):
    tree = tool.file("build/CTestTestfile.cmake",
                     'add_test(one "sh" "-c" "exit 0")\nadd_test(two "sh" "-c" "exit 0")\n')
    other = 'add_test(two "sh" "-c" "exit 0")\nadd_test(one "sh" "-c" "exit 0")\n'
    fake = tool.file("ctest", "#!/bin/sh\n"
                     f"case \"$*\" in *-j1*) printf '%s' '{other}' > {tree};; esac\nexec ctest \"$@\"\n")
    fake.chmod(0o755)
    tool.config([{**rig.target(["./ctest", "--test-dir", "build"]), "harness": "ctest"}])
    result = run()
    assert result.code == 1 and "the build tree was changed" in result.said


@pytest.mark.parametrize("words", [["-j8"], ["-R", "x"], ["--repeat", "until-pass:3"], ["-V"]])
def test_option_that_changes_what_runs(tool, run, words):
    ctest(tool, command=words)
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert f"'{words[0]}' cannot stand" in result.said


def test_tree_of_several_configurations(tool, run):
    tool.file("build/CTestTestfile.cmake",
              'add_test(one "sh" "-c" "exit 0")\n'
              'if(CTEST_CONFIGURATION_TYPE MATCHES "^Debug$")\n  add_test(two "sh" "-c" "exit 0")\n'
              'else()\n  add_test(two NOT_AVAILABLE)\nendif()\n')
    target = {**rig.target(["ctest", "--test-dir", "build"]), "harness": "ctest"}
    tool.config([target])
    result = run()
    assert result.code == 3 and "-C CONFIG" in result.said
    tool.config([{**target, "command": [*target["command"], "-C", "Debug"]}])
    result = run(out=tool.folder / "again")
    assert result.code == 0 and result.run["counts"]["passed"] == 2


def test_tree_that_is_not_there(tool, run):
    tool.config([{**rig.target(["ctest", "--test-dir", "nowhere"]), "harness": "ctest"}])
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]


def test_empty_tree(tool, run):
    (tool.folder / "build").mkdir()
    tool.config([{**rig.target(["ctest", "--test-dir", "build"]), "harness": "ctest"}])
    result = run()
    assert result.code == 3 and "knows no test" in result.said


def test_command_that_is_not_ctest(tool, run):
    tool.config([{**rig.target(["/bin/echo", "--test-dir", "build"]), "harness": "ctest"}])
    result = run()
    assert result.code == 3 and "not ctest" in result.said


# --- programs that CMake discovers


def discovered(tool, **keys):
    assert SUBJECT.exists(), f"build it first: {SUBJECT}"
    ctest(tool, "discovered", f"-DPROGRAM={SUBJECT}", **keys)


def ids(result):
    return {test["id"]: test["outcome"] for test in result.run["tests"]}


def test_discovered_program_runs_as_one(tool, run):
    discovered(tool)
    result = run()
    assert result.code == 1 and result.problems == [], result.describe()
    outcomes = ids(result)
    program = {name.split(":", 1)[1]: outcome for name, outcome in outcomes.items()
               if name.startswith("t/ctest_subject:")}
    assert program == {
        "Basic.Passes": "passed", "Basic.Fails": "failed", "Basic.Skips": "skipped",
        "Basic.DISABLED_Off": "skipped", "Basic.MayDie": "passed", "Env.IsThatOfCmake": "passed",
        "Env.Unset": "passed", "Some/Values.Run/0": "passed", "Some/Values.Run/1": "passed",
        "Some/Values.Run/2": "passed", "Some/Values.Run/3": "passed",
    }
    fails = next(t for t in result.run["tests"] if t["id"] == "t/ctest_subject:Basic.Fails")
    assert "on purpose" in fails["message"] and fails["location"]["file"].endswith("subject.cc")
    starts = [launch for launch in result.run["launches"] if launch["target"] == "t/ctest_subject"]
    assert len(starts) == 1


def test_what_differs_is_kept_apart(tool, run):
    discovered(tool)
    result = run()
    outcomes = ids(result)
    # The same test under other properties, twice; another timeout.
    for target in ("t/ctest_subject@2", "t/ctest_subject@3", "t/ctest_subject@4"):
        assert outcomes[f"{target}:Env.Unset"] == "passed"
    own = {name: outcome for name, outcome in outcomes.items() if name.startswith("t:")}
    assert own == {"t:elsewhere": "passed", "t:must_fail": "passed", "t:pattern": "passed",
                   "t:off": "skipped", "t:after": "passed", "t:steered": "passed",
                   "t:plain": "passed"}


def test_outcomes_equal_those_of_ctest(tool, run):
    discovered(tool)
    report = tool.folder / "by_ctest.xml"
    subprocess.run(["ctest", "--test-dir", tool.folder / "build", "--output-junit", report],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=tool.environment())
    result = run()
    counts = result.run["counts"]
    cases = ElementTree.parse(report).getroot().findall("testcase")
    by_ctest = [case.get("status") for case in cases]
    assert counts["selected"] == len(cases)
    assert counts["passed"] == by_ctest.count("run")
    assert counts["failed"] == by_ctest.count("fail")
    assert counts["skipped"] == by_ctest.count("notrun") + by_ctest.count("disabled")


def test_culprit_in_a_discovered_program(tool, run):
    discovered(tool, env={"SUBJECT_DIES": "1"})
    result = run()
    outcomes = ids(result)
    assert outcomes["t/ctest_subject:Basic.MayDie"] == "crashed"
    assert outcomes["t/ctest_subject:Env.Unset"] == "passed"
    assert outcomes["t/ctest_subject:Basic.Passes"] == "passed"


def test_one_test_of_a_discovered_program(tool, run):
    discovered(tool)
    result = run("t/ctest_subject:Some/Values.Run/1")
    assert result.code == 0 and result.run["counts"]["selected"] == 1


def test_tests_that_ctest_alone_can_run(tool, run):
    discovered(tool)
    result = run("t:must_fail", "t:after")
    assert result.code == 0 and result.run["counts"]["selected"] == 2
