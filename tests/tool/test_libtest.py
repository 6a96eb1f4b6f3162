# SPDX-License-Identifier: Apache-2.0
"""Rust test programs through the tool, by each compiler that is here."""

import pytest

import invariants
import rig


def programs():
    """The folders of programs, by compiler; one that skips where there is none at all."""
    built = rig.BUILD / "frameworks"
    found = [pytest.param(built / f"libtest-{origin}", id=origin) for origin in ("debian", "rustup")
             if (built / f"libtest-{origin}").is_dir()]
    return found or [pytest.param(None, marks=pytest.mark.skip("no Rust compiler"), id="none")]


pytestmark = pytest.mark.parametrize("folder", programs())


def target(program, **keys):
    return rig.target(program, harness="libtest", **keys)


def gate(tool, program, env=None, **keys):
    tool.config([target(program, env=env or {}, **keys)], {"timeout": "20s"})


OUTCOMES = {
    "fails_equal": "failed",
    "fails_in_lines": "failed",
    "fails_with_a_value": "failed",
    "fails_after_output": "failed",
    "fails_after_a_caught_panic": "failed",
    "returns_err": "failed",
    "panics_otherwise": "failed",
    "panics_not": "failed",
    "ignored_plainly": "skipped",
    "ignored_with_reason": "skipped",
}


def test_every_kind_of_outcome(tool, run, folder):
    gate(tool, folder / "outcomes")
    result = run()
    assert result.code == 1 and result.problems == []
    assert len(result.outcomes) == 22
    for name, outcome in result.outcomes.items():
        assert outcome == OUTCOMES.get(name, "passed"), name
    assert {"ünïcode", "r#match", "a::b::pass_too", "pass::inner"} <= set(result.outcomes)


def test_failures_have_message_and_place(tool, run, folder):
    gate(tool, folder / "outcomes")
    result = run()
    equal = result.test("fails_equal")
    assert "first extra" in equal["message"]
    assert equal["location"] == {"file": equal["location"]["file"], "line": 7}
    assert equal["location"]["file"].endswith("outcomes.rs")
    assert result.test("fails_in_lines")["message"] == "line one\nline two"
    assert "out line\nerr line" in result.test("fails_after_output")["output"]
    assert result.test("fails_after_a_caught_panic")["message"] == "not caught"
    returned = "returned a termination value" if folder.name.endswith("debian") else "went wrong"
    assert returned in result.test("returns_err")["message"], "1.63 prints the error past its capture"
    assert "did not contain expected string" in result.test("panics_otherwise")["message"]
    assert "did not panic" in result.test("panics_not")["message"]
    assert "not on this box" in result.test("ignored_with_reason")["detail"]
    assert all(t["duration_s"] is None for t in result.run["tests"]), "libtest tells no durations"


def test_terminal_shows_what_failed_where(tool, run, folder):
    gate(tool, folder / "outcomes")
    said = run().said
    assert "outcomes.rs:7" in said and "first extra" in said
    assert "outcomes --exact fails_equal" in said


ENDINGS = {
    "abort": "crashed",
    "segv": "crashed",
    "kill": "crashed",
    "stack": "crashed",
    "exit0": "crashed",
    "exit101": "crashed",
    "_exit0": "crashed",
    "doublepanic": "crashed",
    "hang": "timed_out",
    "": "passed",
}


@pytest.mark.parametrize("how", ENDINGS, ids=[how or "honest" for how in ENDINGS])
def test_ending_inside_a_test(tool, run, folder, how):
    gate(tool, folder / "endings", env={"DIE": how}, timeout="1s" if how == "hang" else "20s")
    result = run()
    assert result.code == 1 and result.problems == []
    assert result.outcomes == {"a_passes": "passed", "b_fails": "failed", "c_dies": ENDINGS[how],
                               "d_passes": "passed", "e_fails": "failed", "f_ignored": "skipped",
                               "g_passes": "passed"}
    assert result.test("e_fails")["message"] == "e fails"
    wanted = "b fails" if ENDINGS[how] == "passed" else "no message"
    assert wanted in result.test("b_fails")["message"]


def test_a_forked_copy(tool, run, folder):
    gate(tool, folder / "endings", env={"DIE": "fork"})
    result = run()
    assert result.code == 1
    if folder.name.endswith("debian"):
        assert result.outcomes["c_dies"] != "passed", "both copies run on and end it"
    else:
        assert result.outcomes["c_dies"] == "passed", "the copy has the test's thread alone, and ends with it"
        assert result.outcomes["g_passes"] == "passed" and result.problems == []


@pytest.mark.parametrize("how,words", [("abort", "SIGABRT"), ("exit0", "wrote no libtest listing"),
                                       ("hang", "in time")])
def test_ending_while_listing(tool, run, folder, how, words):
    tool.config([target(folder / "endings", env={"LISTDIE": how})], {"start_timeout": "2s"})
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert words in result.run["targets"][0]["problems"][0]["detail"]


FORGERIES = {
    # what is forged: outcome of b_forges, problems
    "": ("passed", []),
    "partial": ("passed", []),
    "binary": ("passed", []),
    "flood": ("passed", []),
    "text_then_fail": ("failed", []),
    "text_then_exit": ("crashed", []),
    "log_then_fail": ("failed", []),
    "log_then_exit": ("failed", ["crashed_outside_tests"]),
    "both_then_exit": ("passed", ["crashed_outside_tests"]),
    "ghost": ("passed", ["unlisted_test"]),
    "denies_itself": ("passed", []),
    "closes_all": ("crashed", []),
}


@pytest.mark.parametrize("how", FORGERIES, ids=[how or "honest" for how in FORGERIES])
def test_forged_words(tool, run, folder, how):
    gate(tool, folder / "forging", env={"FORGE": how})
    result = run()
    outcome, problems = FORGERIES[how]
    assert result.outcomes == {"a_honest": "passed", "b_forges": outcome, "c_honest": "passed"}
    assert set(problems) <= set(result.problems)
    honest = outcome == "passed" and not problems
    assert result.code == (0 if honest else 1)
    if honest:
        assert result.problems == []


@pytest.mark.parametrize("how", ["other", "garbage"])
def test_rubbish_in_the_log_is_red(tool, run, folder, how):
    gate(tool, folder / "forging", env={"FORGE": how})
    result = run()
    assert result.code == 1
    assert "exit_mismatch" in result.problems


def test_one_test_alone(tool, run, folder):
    gate(tool, folder / "outcomes")
    result = run("t:a::b::pass")
    assert result.code == 0
    ran = {name: outcome for name, outcome in result.outcomes.items() if outcome is not None}
    assert ran == {"a::b::pass": "passed"}
    command = result.run["launches"][-1]["command"]
    assert command[-2:] == ["--exact", "a::b::pass"]


def test_environment_of_the_operator_does_not_act(tool, run, folder):
    gate(tool, folder / "endings")
    operator = {"RUST_TEST_THREADS": "7", "RUST_TEST_NOCAPTURE": "1", "RUST_TEST_SHUFFLE": "1"}
    result = run(env=operator)
    assert result.outcomes["b_fails"] == "failed" and result.problems == []
    assert "by hand takes 7" in tool.call("list", env=operator).out


def test_own_arguments_that_stand_twice(tool, run, folder):
    command = [folder / "endings", "--test-threads=4", "--nocapture", "--include-ignored"]
    tool.config([target(command)], {"timeout": "20s"})
    result = run()
    assert result.problems == []
    assert result.outcomes["f_ignored"] == "passed"
    assert "by hand takes 4" in tool.call("list").out


def test_thousands(tool, run, folder):
    gate(tool, folder / "many")
    result = run()
    assert result.run["counts"]["passed"] == 5999 and result.run["counts"]["failed"] == 1
    assert len(result.run["launches"]) == 1
    chosen = run("-k", "!*_0007", out=tool.folder / "second")
    assert chosen.run["counts"]["passed"] == 5998
    assert len(chosen.run["launches"]) == 1


def test_another_framework(tool, run, folder):
    tool.config([target(rig.SUBJECT)])
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]
    detail = result.run["targets"][0]["problems"][0]["detail"]
    assert "GoogleTest" in detail and 'harness = "gtest"' in detail


def test_invariants_hold_for_a_crash_of_every_kind(tool, folder):
    gate(tool, folder / "endings", env={"DIE": "abort"})
    for isolation in ("batch", "process"):
        result = tool.run("--isolation", isolation, out=tool.folder / isolation)
        invariants.check(result)
        assert result.outcomes["c_dies"] == "crashed"
        assert result.outcomes["g_passes"] == "passed"
