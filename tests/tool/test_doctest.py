# SPDX-License-Identifier: Apache-2.0
"""doctest programs."""

import pytest

import frameworks
import rig


def made(name="cases", **keys):
    return frameworks.target("doctest", f"doctest_{name}", **keys)


def test_every_kind_of_test(tool, run):
    tool.config([made()])
    result = run()
    assert result.code == 1
    assert frameworks.reds(result) == {
        name: "failed" for name in ("fails", "throws", "gives up", "should fail and does not",
                                    "fails once of twice", "over its time")}
    skipped = {n for n, o in result.outcomes.items() if o == "skipped"}
    assert skipped == {"skipped", "in it"}
    assert {"first passes", "first passes@2", "same name", "same name@2", "same name@3"} <= \
        set(result.outcomes)
    assert result.problems == []
    assert result.run["targets"][0]["version"].startswith("2.")


def test_what_is_recorded_of_a_test(tool, run):
    tool.config([made()])
    result = run()
    fails = result.test("fails")
    assert fails["message"].startswith("CHECK( 1 == 2 )") and "an info" in fails["message"]
    assert fails["location"]["file"].endswith("cases.cc") and fails["location"]["line"] > 0
    assert fails["duration_s"] is not None
    assert "boom" in result.test("throws")["message"]
    assert "gave up" in result.test("gives up")["message"]
    assert "timeout(" in result.test("over its time")["message"]
    assert frameworks.subcases(result, "subcases") == ["one", "two, three"]
    assert "expected_failure" in str(result.test("may fail"))
    assert "what it is for" in str(result.test("described"))


@pytest.mark.parametrize("fault,outcome,word", frameworks.DEATHS)
def test_death_inside_a_test(tool, run, fault, outcome, word):
    frameworks.check_death(tool, run, made(), fault, outcome, word)


def test_exit_inside_a_test(tool, run):
    frameworks.check_death(tool, run, made(), "exits_0", "crashed", "code 0")


def test_hang(tool, run):
    frameworks.check_hang(tool, run, made())


def test_closed_output_is_no_matter(tool, run):
    tool.config([made(env={"FAULT": "closes_output"})])
    assert run("-k", "t:culprit", "-k", "t:after*").code == 0


def test_second_runner(tool, run):
    frameworks.check_second_runner(tool, run, made())


def test_forged_record(tool, run):
    frameworks.check_forgery(tool, run, made(), "forges")


def test_records_on_stdout_are_output(tool, run):
    frameworks.check_records_on_stdout_are_output(tool, run, made())


@pytest.mark.parametrize("fault,word", [("list_crashes", "SIGABRT"), ("list_exits", "code 3")])
def test_listing_that_dies(tool, fault, word):
    frameworks.check_listing_faults(tool, made(), fault, word)


def test_listing_that_hangs(tool):
    frameworks.check_listing_faults(tool, made(), "list_hangs", "in time", start_timeout="1s")


def test_program_that_prints_before_main(tool, run):
    tool.config([made(env={"FAULT": "prints_before_main"})])
    assert run("-k", "t:first*").code == 0


def test_another_framework(tool):
    tool.config([{**rig.target(rig.PROGRAMS / "fault_output"), "harness": "doctest"}])
    result = tool.run()
    assert result.code == 3 and "harness = \"gtest\"" in result.said


def test_filter_of_its_own(tool, run):
    """Filters of one kind add up in doctest: a target with its own is run by position alone."""
    target = made()
    tool.config([{**target, "command": [*target["command"], "-tc=*fail*"]}])
    result = run()
    names = set(result.outcomes)
    assert names == {"fails", "may fail", "should fail", "should fail and does not",
                     "fails twice as expected", "fails once of twice"}
    narrowed = run("t:may fail", "t:should fail", "t:fails twice as expected",
                   out=frameworks.fresh(tool))
    assert narrowed.code == 0 and narrowed.problems == []
    assert len([o for o in narrowed.outcomes.values() if o == "passed"]) == 3


def test_odd_names(tool, run):
    frameworks.check_odd_names(tool, run, made("names"), 27)


def test_one_of_many_dies(tool, run):
    frameworks.check_dies_among_many(tool, run, made("many"))


def test_shuffle(tool, run):
    tool.config([made("many")])
    orders = []
    for _ in range(2):
        result = run("--shuffle=7", out=frameworks.fresh(tool))
        assert result.code == 0
        orders.append([line["test"] for line in result.journal if line["event"] == "test_started"])
    assert orders[0] == orders[1] and len(orders[0]) == 2000
