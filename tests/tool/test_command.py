# SPDX-License-Identifier: Apache-2.0
"""Programs that are one test each, through `cupel run`."""

import pytest

import rig

PROGRAMS = rig.ROOT / "tests" / "frameworks" / "command"


def command(program, *args, **keys):
    return rig.target([PROGRAMS / program, *args], harness="command", **keys)


def words(test):
    return f"{test.get('detail') or ''}\n{test.get('message') or ''}"


WAYS = {
    "pass": ("passed", "", 0),
    "fail": ("failed", "exited with code 3", 1),
    "skip": ("failed", "exited with code 77", 1),
    "segv": ("crashed", "SIGSEGV", 1),
}


@pytest.mark.parametrize("way", WAYS)
def test_exit_code(tool, run, way):
    tool.config([command("check.sh", way)])
    outcome, said, code = WAYS[way]
    result = run()
    assert result.code == code, result.describe()
    assert result.outcomes == {"check.sh": outcome} and said in words(result.test("check.sh"))
    assert result.problems == []


def test_skip_code(tool, run):
    tool.config([command("check.sh", "skip", skip_code=77)])
    result = run()
    assert result.code == 0 and result.outcomes == {"check.sh": "skipped"}, result.describe()
    assert "code 77" in words(result.test("check.sh")) and result.problems == []
    tool.config([command("check.sh", "skip", skip_code=78)])
    assert run(out=tool.folder / "second").outcomes == {"check.sh": "failed"}


def test_hang_is_a_test_that_timed_out(tool, run):
    tool.config([command("check.sh", "hang", timeout="500ms"), command("check.sh", "pass", name="u")])
    result = run()
    assert result.code == 1
    assert {t["id"]: t["outcome"] for t in result.run["tests"]} == {
        "t:check.sh": "timed_out", "u:check.sh": "passed"}


def test_listing_starts_nothing(tool):
    tool.config([command("check.sh", "hang", name="a"), command("tap.sh", "ok", name="b", tap=True)])
    listed = tool.call("list")
    assert listed.code == 0 and "a:check.sh" in listed.out and "b:tap.sh" in listed.out
    assert "exit code and TAP on stdout" in listed.out


def test_selection_of_one(tool, run):
    tool.config([command("check.sh", "fail", name="a"), command("check.sh", "env", name="b", env={"CHECK": "yes"})])
    result = run("b:check.sh")
    assert result.code == 0 and result.run["counts"]["passed"] == 1, result.describe()


TAP = {
    "ok": ("passed", "", 0),
    "not_ok": ("failed", "not ok 2 adds up", 1),
    "no_plan": ("failed", "there is no plan", 1),
    "short": ("failed", "4 points planned, and only 3 came", 1),
    "bail_out": ("failed", "it bailed out: no disk", 1),
    "die": ("crashed", "SIGSEGV", 1),
    "code": ("failed", "exited with code 5", 1),
    "skip_all": ("skipped", "no device", 0),
}


@pytest.mark.parametrize("way", TAP)
def test_tap(tool, run, way):
    tool.config([command("tap.sh", way, tap=True)])
    outcome, said, code = TAP[way]
    result = run()
    assert result.code == code, result.describe()
    assert result.outcomes == {"tap.sh": outcome} and said in words(result.test("tap.sh")), result.describe()
    assert result.problems == []


def test_points_are_subcases(tool, run):
    tool.config([command("tap.sh", "not_ok", tap=True)])
    test = run().test("tap.sh")
    assert [(part["name"], part["status"]) for part in test["subcases"]] == [
        ("1 opens", "ran"), ("2 adds up", "ran"), ("3 big", "never_reached"), ("4 later", "ran")]
    assert "off by one" in test["message"]


def test_without_tap_what_it_prints_does_not_count(tool, run):
    tool.config([command("tap.sh", "not_ok")])
    result = run()
    assert result.code == 0 and not result.test("tap.sh")["subcases"]


def test_keys_of_other_harnesses(tool):
    tool.config([rig.target(skip_code=77)])
    refused = tool.run()
    assert refused.code == 4 and 'is for harness = "command"' in refused.said
