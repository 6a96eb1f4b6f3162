# SPDX-License-Identifier: Apache-2.0
"""Catch2 programs, v2 and, where it is installed, v3."""

import pytest

import frameworks
import rig

VERSIONS = [name.removesuffix("_cases") for name in
            frameworks.built("catch2_v2_cases", "catch2_v3_cases")]


@pytest.fixture(params=VERSIONS)
def made(request):
    """A target: the program of that name, of one version."""

    def one(name="cases", **keys):
        return frameworks.target("catch2", f"{request.param}_{name}", **keys)

    one.is_v3 = request.param.endswith("v3")
    return one


def test_every_kind_of_test(tool, run, made):
    tool.config([made()])
    result = run()
    assert result.code == 1
    assert frameworks.reds(result) == {"fails": "failed", "throws": "failed",
                                       "should fail and does not": "failed"}
    skipped = {n for n, o in result.outcomes.items() if o == "skipped"}
    assert skipped == {"hidden", "hidden with a tag"} | ({"skips"} if made.is_v3 else set())
    assert result.problems == []
    version = result.run["targets"][0]["version"]
    assert version.startswith("3." if made.is_v3 else "2.")


def test_what_is_recorded_of_a_test(tool, run, made):
    tool.config([made()])
    result = run()
    fails = result.test("fails")
    assert fails["message"].startswith("CHECK( 1 == 2 )") and "an info" in fails["message"]
    assert fails["location"]["file"].endswith("cases.cc") and fails["location"]["line"] > 0
    assert "printed by a failing test" in fails["output"]
    assert fails["duration_s"] is not None
    assert "boom" in result.test("throws")["message"]
    assert frameworks.subcases(result, "sections") == ["one", "two, three"]
    assert frameworks.subcases(result, "generator") == ["value 1", "value 2"]
    assert "expected_failure" in str(result.test("may fail"))
    if made.is_v3:
        assert "no such device" in str(result.test("skips"))


@pytest.mark.parametrize("fault,outcome,word", frameworks.DEATHS)
def test_death_inside_a_test(tool, run, made, fault, outcome, word):
    frameworks.check_death(tool, run, made(), fault, outcome, word)


def test_exit_inside_a_test(tool, run, made):
    """Some versions die of a signal in their static objects then."""
    frameworks.check_death(tool, run, made(), "exits_0", "crashed", "")


def test_hang(tool, run, made):
    frameworks.check_hang(tool, run, made())


def test_closed_output_is_no_matter(tool, run, made):
    tool.config([made(env={"FAULT": "closes_output"})])
    assert run("-k", "t:culprit", "-k", "t:after*").code == 0


def test_second_runner(tool, run, made):
    frameworks.check_second_runner(tool, run, made())


def test_forged_record(tool, run, made):
    frameworks.check_forgery(tool, run, made(), "forges")


if "catch2_v3" in VERSIONS:

    @pytest.mark.parametrize("made", ["catch2_v3"], indirect=True)
    def test_forged_end(tool, run, made):
        """A whole run forged in one test: the second report of v3 does not say the same."""
        tool.config([made(env={"FAULT": "forges_the_end"})])
        result = run("-k", "t:first*", "-k", "t:culprit", "-k", "t:after*")
        assert result.code == 1
        assert set(frameworks.reds(result)) == {"first passes", "culprit", "after it passes"}
        assert "exit_mismatch" in result.problems


def test_records_on_stdout_are_output(tool, run, made):
    frameworks.check_records_on_stdout_are_output(tool, run, made())


@pytest.mark.parametrize("fault,word", [("list_crashes", "SIGABRT"), ("list_exits", "code 3")])
def test_listing_that_dies(tool, made, fault, word):
    frameworks.check_listing_faults(tool, made(), fault, word)


def test_listing_that_hangs(tool, made):
    frameworks.check_listing_faults(tool, made(), "list_hangs", "in time", start_timeout="1s")


def test_program_that_prints_before_main(tool, run, made):
    tool.config([made(env={"FAULT": "prints_before_main"})])
    assert run("-k", "t:first*").code == 0


def test_two_tests_of_one_name(tool, made):
    tool.config([made("twice")])
    result = tool.run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert "twin" in result.said and "rename" in result.said


def test_another_framework(tool, made):
    tool.config([{**rig.target(rig.PROGRAMS / "fault_output"), "harness": "catch2"}])
    result = tool.run()
    assert result.code == 3 and "harness = \"gtest\"" in result.said


def test_argument_that_it_does_not_know(tool, made):
    target = made()
    tool.config([{**target, "command": [*target["command"], "--no-such"]}])
    result = tool.run()
    assert result.code == 3 and "no-such" in result.said


def test_spec_of_its_own(tool, run, made):
    """What the target's own arguments leave out is no test of it; hidden tests that they pick run."""
    target = made()
    tool.config([{**target, "command": [*target["command"], "[red],[.slow]"]}])
    result = run()
    assert set(result.outcomes) == {"fails", "throws", "should fail and does not",
                                    "hidden with a tag"}
    assert result.outcomes["hidden with a tag"] == "failed"
    narrowed = run("t:throws", "t:fails", out=frameworks.fresh(tool))
    assert {n for n, o in narrowed.outcomes.items() if o is not None} == {"throws", "fails"}


def test_odd_names(tool, run, made):
    twins = () if made.is_v3 else ("Case", "cASE ")
    frameworks.check_odd_names(tool, run, made("names"), 31, twins)


def test_one_of_many_dies(tool, run, made):
    frameworks.check_dies_among_many(tool, run, made("many"))


def test_shuffle(tool, run, made):
    tool.config([made("many")])
    assert run("--shuffle=7").code == 0
    orders = []
    for _ in range(2):
        result = run("--shuffle=7", out=frameworks.fresh(tool))
        orders.append([line["test"] for line in result.journal if line["event"] == "test_started"])
    assert orders[0] == orders[1] and orders[0] != sorted(orders[0])
