# SPDX-License-Identifier: Apache-2.0
"""The verdict, the ledger, skips, scope and the words for them."""

import rig

HONEST = {"FAULT_HONEST": "1"}
CULPRIT = "t:Culprit.Fails"
ISSUE = "https://example.org/issues/1"


def entry(**keys):
    return {"test": CULPRIT, "kind": "failed", "issue": ISSUE, **keys}


def with_ledger(tool, known=(), skips=(), env=None, gate=None, program=rig.SUBJECT):
    tool.ledger(known, skips)
    gate = {"ledger": "known-failures.toml", **(gate or {})}
    tool.config([rig.target(program, env=env or {})], gate)


def test_red(tool, run):
    tool.config()
    result = run()
    assert result.code == 1 and result.outcomes["Culprit.Fails"] == "failed"
    test = result.test("Culprit.Fails")
    assert "the defect" in test["message"] and test["location"]["file"].endswith("main.cc")
    assert "Culprit.Fails" in result.said and "the defect" in result.said


def test_green(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run()
    assert result.code == 0 and result.run["verdict"] == "green"
    assert result.run["scope"] == "full" and "green" in result.said


def test_known(tool, run):
    with_ledger(tool, [entry()])
    result = run()
    assert result.code == 2 and result.run["verdict"] == "known"
    assert result.test("Culprit.Fails")["known"]["issue"] == ISSUE
    assert ISSUE in result.said


def test_accept_known(tool, run):
    with_ledger(tool, [entry()])
    result = run("--accept-known")
    assert result.code == 0 and result.run["verdict"] == "known"
    assert result.junit.findall(".//skipped"), "the known failure is not shown as skipped"


def test_accept_known_accepts_nothing_else(tool, run):
    tool.config()
    assert run("--accept-known").code == 1


def test_unexpected_pass_is_red(tool, run):
    with_ledger(tool, [entry()], env=HONEST)
    result = run()
    assert result.code == 1 and result.run["counts"]["unexpected_pass"] == 1


def test_unexpected_pass_in_a_narrowed_run_is_reported(tool, run):
    with_ledger(tool, [entry()], env=HONEST)
    result = run(CULPRIT)
    assert result.code == 0 and result.run["counts"]["unexpected_pass"] == 1


def test_flaky_entry_covers_a_pass_and_a_failure(tool, run):
    with_ledger(tool, [entry(kind="flaky", rate=0.5)], env=HONEST)
    assert run().code == 0
    with_ledger(tool, [entry(kind="flaky", rate=0.5)])
    assert run(out=tool.folder / "second").code == 2


def test_expired_entry_is_red(tool, run):
    tool.config(gate={"ledger": "known-failures.toml"})
    text = rig.toml_tables("[[known]]", [entry()])
    tool.file("known-failures.toml", text.rstrip() + "\nexpires = 2020-01-31\n")
    result = run()
    assert result.code == 1 and "expired" in result.said
    tool.file("known-failures.toml", text.rstrip() + "\nexpires = 2999-01-31\n")
    assert run(out=tool.folder / "second").code == 2


def test_entry_of_another_kind_does_not_cover(tool, run):
    with_ledger(tool, [entry(kind="crashed")])
    assert run().code == 1


def test_entry_with_other_words_does_not_cover(tool, run):
    with_ledger(tool, [entry(match="another defect")])
    assert run().code == 1
    with_ledger(tool, [entry(match="the d.fect")])
    assert run(out=tool.folder / "second").code == 2


def test_entry_of_another_mode_does_not_cover(tool, run):
    with_ledger(tool, [entry(when={"mode": "other"})])
    assert run().code == 1
    with_ledger(tool, [entry(when={"mode": "default"})])
    assert run(out=tool.folder / "second").code == 2


def test_known_crash(tool, run):
    with_ledger(tool, [entry(kind="crashed")], env={"FAULT": "quick_exit_zero_after_failure"})
    result = run()
    assert result.code == 2 and result.outcomes["Culprit.Fails"] == "crashed"
    assert result.outcomes["Last.Passes"] == "passed"


def test_one_known_and_one_new_is_red(tool, run):
    with_ledger(tool, [entry()], env={"FAULT": "quick_exit_zero_in_last"})
    result = run()
    assert result.code == 1 and result.outcomes["Last.Passes"] == "crashed"


def test_known_problem(tool, run):
    known = [{"test": "t", "kind": "exit_mismatch", "issue": ISSUE}]
    env = {"FAULT": "returns_seven"}
    with_ledger(tool, known, env=env, program=rig.PROGRAMS / "fault_whole")
    assert run().code == 2
    with_ledger(tool, env=env, program=rig.PROGRAMS / "fault_whole")
    assert run(out=tool.folder / "second").code == 1


def test_entry_for_no_listed_test_is_a_warning(tool, run):
    with_ledger(tool, [entry(test="t:Nobody.Here")], env=HONEST)
    result = run()
    assert result.code == 0 and "Nobody.Here" in result.said
    assert tool.call("ledger", "check").code == 1


def test_ledger_check_of_a_good_ledger(tool):
    with_ledger(tool, [entry()])
    assert tool.call("ledger", "check").code == 0


def test_entry_without_an_issue_is_an_error(tool):
    with_ledger(tool, [{"test": CULPRIT, "kind": "failed"}])
    result = tool.run()
    assert result.code == 4 and "issue" in result.err and "known-failures.toml:1" in result.err


def test_known_failing_test_that_skips_is_red(tool, run):
    program = rig.PROGRAMS / "fault_skips"
    known = [entry(test=f"t:{name}") for name in ("Skips.FailsThenSkips", "Skips.Skips")]
    with_ledger(tool, known, program=program)
    result = run("t:Skips.Skips")
    assert result.code == 1 and result.outcomes == {"Skips.Skips": "skipped"}


def test_undeclared_skip_is_reported_or_red(tool, run):
    target = rig.target(rig.PROGRAMS / "fault_skips")
    tool.config([target])
    result = run("t:Skips.Skips", "t:Skips.Before")
    assert result.code == 0 and "no device here" in result.said
    tool.config([target], {"undeclared_skip": "red"})
    assert run("t:Skips.Skips", "t:Skips.Before", out=tool.folder / "second").code == 1


def test_declared_skip_is_green(tool, run):
    skips = [{"test": "t:Skips.Skips", "reason": "there is no device on this machine"}]
    with_ledger(tool, skips=skips, gate={"undeclared_skip": "red"},
                program=rig.PROGRAMS / "fault_skips")
    result = run("t:Skips.Skips", "t:Skips.Before")
    assert result.code == 0 and result.test("Skips.Skips")["declared_skip"]


def test_requires_device_and_everything_skips(tool, run):
    target = rig.target(rig.PROGRAMS / "fault_skips", requires=["device"])
    tool.config([target])
    result = run("t:Skips.Skips")
    assert result.code == 3 and result.run["verdict"] == "incomplete"


def test_newly_skipped(tool, run):
    program = rig.PROGRAMS / "fault_whole"
    tool.config([rig.target(program, env=HONEST)])
    assert run().code == 0
    tool.config([rig.target(program, env={"FAULT": "environment_skips"})])
    result = run(out=tool.folder / "second")
    assert result.code == 1 and "newly_skipped" in result.problems


def test_narrowed_scope_is_said(tool, run):
    tool.config([rig.target(env=HONEST)])
    for number, words in enumerate((["t:Last.Passes"], ["-k", "*Last*"], ["-k", "*", "-k", "!*Honest*"])):
        result = run(*words, out=tool.folder / str(number))
        selected = result.run["counts"]["selected"]
        assert result.code == 0 and result.run["scope"] == "narrowed"
        assert f"green (narrowed, {selected} of 4)" in result.said
    assert selected == 3


def test_naming_the_only_target_selects_all_of_it(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run("t")
    assert result.code == 0 and result.run["counts"]["deselected"] == 0


def test_several_targets_and_modes(tool, run):
    modes = {"loud": {"env": {"FAULT_HONEST": "1"}}}
    tool.config([rig.target(env=HONEST), rig.target(name="u", env=HONEST)], modes=modes)
    result = run()
    assert result.code == 0 and result.run["counts"]["selected"] == 8
    result = tool.call("run", "--mode", "default", "--mode", "loud", "--color", "never")
    assert result.code == 0, result.describe()
    assert "loud" in result.said and "default" in result.said


def test_strongest_mode_decides(tool):
    modes = {"honest": {"env": {"FAULT_HONEST": "1"}}}
    tool.config(modes=modes)
    assert tool.call("run", "--mode", "honest", "--mode", "default").code == 1
    assert tool.call("run", "--mode", "honest").code == 0
