# SPDX-License-Identifier: Apache-2.0
"""Boost.Test programs, end to end: what each way of misbehaving comes to."""

import pytest

import rig

SUBJECT = rig.BUILD / "frameworks" / "boost_subject"
pytestmark = pytest.mark.skipif(not SUBJECT.exists(), reason="Boost.Test is not installed")

RUN_TIME_SKIPS = {"skips/elsewhere", "skips/needs_off"}
DECLARED_SKIPS = {"skips/off"}
LISTED = 40


def boost(tool, trick="", gate=None, **keys):
    target = {**rig.target(SUBJECT, env={"TRICK": trick}, **keys), "harness": "boost"}
    tool.config([target], {"timeout": "20s", **(gate or {})})


def not_passed(result):
    skips = RUN_TIME_SKIPS | DECLARED_SKIPS
    return {name: outcome for name, outcome in result.outcomes.items()
            if outcome != "passed" and not (name in skips and outcome == "skipped")}


def test_honest(tool, run):
    boost(tool)
    result = run()
    assert result.code == 0 and result.run["verdict"] == "green"
    assert not_passed(result) == {} and result.problems == []
    assert result.run["counts"]["listed"] == len(result.outcomes)
    assert result.run["launches"][0]["channel"] == "log+report"
    assert len(result.run["launches"]) == 1


def test_skips_say_why(tool, run):
    boost(tool)
    result = run()
    assert "not on this box" in result.test("skips/elsewhere")["message"]
    assert "skips/off\" is disabled" in result.test("skips/needs_off")["message"]
    assert result.outcomes["skips/off"] == "skipped"


def test_expected_failures_pass_and_are_recorded(tool, run):
    boost(tool)
    result = run()
    assert result.outcomes["plain/as_expected"] == "passed"
    reported = [e for e in result.journal if e["event"] == "test_reported"
                and e["test"].endswith("plain/as_expected")]
    assert "1 of 1 expected failures" in str(reported[-1])


def test_durations_and_places(tool, run):
    boost(tool)
    result = run()
    first = result.test("plain/first")
    assert first["duration_s"] is None or 0 <= first["duration_s"] < 5
    assert first["location"]["file"].endswith("subject.cc") and first["location"]["line"] > 0


def test_red(tool, run):
    boost(tool, "red")
    result = run()
    assert result.code == 1
    bad = {"bad/fails": "failed", "bad/needs": "failed", "bad/throws": "failed",
           "bad/forges": "failed", "chain/base": "failed"}
    assert not_passed(result) == {**bad, "chain/last": "skipped"}
    fails = result.test("bad/fails")
    assert fails["message"] == "one is not two\nnor three"
    assert fails["location"]["file"].endswith("subject.cc") and fails["location"]["line"] > 0
    assert "boom" in result.test("bad/throws")["message"]
    assert "it is needed" in result.test("bad/needs")["message"]
    assert result.problems == []


@pytest.mark.parametrize("trick,outcome,words", [
    ("abort", "crashed", "SIGABRT"),
    ("segv", "crashed", "SIGSEGV"),
    ("terminate", "crashed", "SIGABRT"),
    ("exit", "crashed", ""),
    ("_exit", "crashed", "code 0"),
    ("hang", "timed_out", "test_timeout"),
])
def test_culprit_is_named_and_the_rest_runs(tool, run, trick, outcome, words):
    boost(tool, trick, {"timeout": "2s"})
    result = run()
    assert result.code == 1
    assert not_passed(result) == {"middle/dies": outcome}
    assert words in result.test("middle/dies")["detail"]


@pytest.mark.parametrize("trick", ["forged_end", "forged_hang"])
def test_forged_log_saves_nobody(tool, run, trick):
    boost(tool, trick, {"timeout": "2s", "teardown_timeout": "2s"})
    result = run()
    assert result.code == 1
    assert result.outcomes["middle/dies"] == "failed"


def test_forked_copy_is_no_second_run(tool, run):
    boost(tool, "fork")
    result = run()
    assert result.code == 1
    assert result.run["verdict"] == "red"


def test_suite_that_cannot_be_set_up(tool, run):
    boost(tool, "suite_setup")
    result = run()
    assert result.code == 1
    assert not_passed(result) == {"luck/one": "failed", "luck/two": "failed"}
    assert "no luck" in result.said


def test_program_that_cannot_be_set_up(tool, run):
    boost(tool, "whole_setup")
    result = run()
    assert result.code == 1
    counts = result.run["counts"]
    assert counts["passed"] == 0 and counts["failed"] > 0


def test_program_that_dies_in_its_last_breath(tool, run):
    boost(tool, "whole_teardown_crash")
    result = run()
    assert result.code == 1
    assert "crashed_outside_tests" in result.problems


def test_one_test(tool, run):
    boost(tool)
    result = run("t:plain/inner/deep")
    assert result.code == 0
    assert result.run["counts"]["selected"] == 1 and result.run["counts"]["passed"] == 1


@pytest.mark.parametrize("name", [
    "has space", "has_comma", "a__b_c", "star_", "quote\"q", "br[ack]", "dash-x", "bar|x", "café",
    "bad\\xFF", "new\nline", "new line", "lead", "back\\slash", "x\"];",
])
def test_odd_names_one_by_one(tool, run, name):
    boost(tool)
    result = run("t:odd names/" + name)
    assert result.code == 0, result.describe()
    selected = [t["name"] for t in result.run["tests"] if t["outcome"] == "passed"]
    assert selected == ["odd names/" + name]


def test_dependency_runs_but_does_not_count(tool, run):
    boost(tool)
    result = run("t:chain/last")
    assert result.code == 0
    assert result.run["counts"]["selected"] == 1 and result.run["counts"]["passed"] == 1


def test_naming_a_test_enables_no_disabled_one(tool, run):
    boost(tool)
    result = run("t:skips/needs_off", "t:plain/first")
    assert result.outcomes["skips/needs_off"] == "skipped"
    assert result.outcomes["plain/first"] == "passed"


def test_each_in_its_own_process(tool, run):
    boost(tool)
    result = run("--isolation", "process", "-k", "t:plain/*")
    assert result.code == 0
    assert result.run["counts"]["passed"] == result.run["counts"]["selected"] > 5


def test_shuffled(tool, run):
    boost(tool)
    result = run("--shuffle=7")
    assert result.code == 0 and not_passed(result) == {}


def test_variables_of_the_operator_change_nothing(tool, run):
    boost(tool)
    env = {"BOOST_TEST_RUN_FILTERS": "plain", "BOOST_TEST_RESULT_CODE": "no",
           "BOOST_TEST_LOG_LEVEL": "nothing", "BOOST_TEST_RANDOM": "1",
           "BOOST_TEST_LOGGER": "XML,all,stdout", "BOOST_TEST_REPORT_LEVEL": "no"}
    result = run(env=env)
    assert result.code == 0 and not_passed(result) == {}


@pytest.mark.parametrize("trick,words", [
    ("static_crash", "SIGABRT"),
    ("static_hang", "in time"),
    ("twice", "registered multiple times"),
])
def test_listing_that_fails(tool, run, trick, words):
    boost(tool, trick, {"start_timeout": "2s"})
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert words in result.said


def test_option_that_the_command_has_already(tool, run):
    tool.config([{**rig.target([SUBJECT, "--log_level=all"]), "harness": "boost"}])
    result = run()
    assert result.code == 3 and "log_level" in result.said


def test_words_of_the_program_itself(tool, run):
    tool.config([{**rig.target([SUBJECT, "--", "--log_level=all"]), "harness": "boost"}])
    assert run().code == 0


def test_program_of_another_framework(tool, run):
    tool.config([{**rig.target(rig.BUILD / "frameworks" / "ctest_subject"), "harness": "boost"}])
    result = run()
    assert result.code == 3 and 'harness = "gtest"' in result.said


def test_what_list_says(tool):
    boost(tool)
    result = tool.call("list")
    assert result.code == 0 and "plain/inner/deep" in result.out
