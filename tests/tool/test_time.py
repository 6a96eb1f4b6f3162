# SPDX-License-Identifier: Apache-2.0
"""Timeouts, deadlines, signals, isolation and order."""

import signal

import rig

HONEST = {"FAULT_HONEST": "1"}
HANGS = rig.PROGRAMS / "fault_hangs"


def test_timeout_of_the_command_line_is_strongest(tool, run):
    tool.config([rig.target(HANGS, timeout="1h")], {"timeout": "2h"})
    result = run("--timeout", "300ms", "t:Hangs.BusyLoop", "t:Hangs.After")
    assert result.outcomes == {"Hangs.BusyLoop": "timed_out", "Hangs.After": "passed"}
    assert result.code == 1


def test_timeout_of_the_target_is_stronger_than_the_gates(tool, run):
    tool.config([rig.target(HANGS, timeout="300ms")], {"timeout": "2h"})
    assert run("t:Hangs.BusyLoop").outcomes == {"Hangs.BusyLoop": "timed_out"}


def test_deadline(tool, run):
    tool.config([rig.target(HANGS)], {"timeout": "1h"})
    result = run("--deadline", "1s")
    assert result.code == 3 and result.run["verdict"] == "incomplete"
    assert result.outcomes["Hangs.Before"] == "passed"
    cut = {name: outcome for name, outcome in result.outcomes.items() if name != "Hangs.Before"}
    assert set(cut.values()) == {"not_run"}, "the test in flight is not_run too"


def interrupt(tool, number):
    tool.config([rig.target(HANGS)], {"timeout": "1h"})
    process = tool.start("run", "--out", tool.run_dir)
    rig.wait_for(lambda: b"IgnoresTerm" in journal_bytes(tool))
    process.send_signal(number)
    return tool.finish(process)


def journal_bytes(tool):
    path = tool.run_dir / "journal.jsonl"
    text = path.read_bytes() if path.exists() else b""
    return text[text.find(b"test_started"):] if b"test_started" in text else b""


def check_interrupted(result):
    import invariants
    invariants.check(result)
    assert result.code == 3 and result.run["verdict"] == "incomplete"
    assert result.outcomes["Hangs.Before"] == "passed"
    assert result.outcomes["Hangs.IgnoresTerm"] == "not_run"
    assert result.outcomes["Hangs.After"] == "not_run"


def test_interrupt(tool):
    check_interrupted(interrupt(tool, signal.SIGINT))


def test_terminate(tool):
    check_interrupted(interrupt(tool, signal.SIGTERM))


def test_hang_up(tool):
    result = interrupt(tool, signal.SIGHUP)
    assert result.code in (3, -signal.SIGHUP)


def test_new_red_before_an_interrupt_stays_red(tool):
    tool.config([rig.target(name="a"), rig.target(HANGS, name="b")], {"timeout": "1h"})
    process = tool.start("run", "--out", tool.run_dir, "--cpu-lanes", "1")
    rig.wait_for(lambda: b"IgnoresTerm" in journal_bytes(tool))
    process.send_signal(signal.SIGINT)
    assert tool.finish(process).code == 1


def test_isolation_by_process(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run("--isolation", "process")
    assert result.code == 0
    launches = [launch for launch in result.run["launches"] if launch["purpose"] != "list"]
    assert len(launches) == 4 and result.run["gate"]["isolation"] == "process"


def test_isolation_by_batch(tool, run):
    tool.config([rig.target(env=HONEST)])
    launches = [launch for launch in run().run["launches"] if launch["purpose"] != "list"]
    assert len(launches) == 1


def test_each_crash_costs_one_start(tool, run):
    env = {"MANY_TESTS": "100", "MANY_ABORT": "20"}
    tool.config([rig.target(rig.PROGRAMS / "fault_many", env=env)])
    result = run()
    assert result.run["counts"]["crashed"] == 5 and result.run["counts"]["passed"] == 95
    attempts = [len(test["attempts"]) for test in result.run["tests"]]
    assert set(attempts) == {1}, "a test ran twice"
    launches = [launch for launch in result.run["launches"] if launch["purpose"] != "list"]
    assert len(launches) <= 6


def order(result):
    return [line["test"] for line in result.journal if line.get("event") == "test_started"]


def test_shuffle_is_reproducible(tool, run):
    tool.config([rig.target(rig.PROGRAMS / "fault_many", env={"MANY_TESTS": "40"})])
    plain = order(run(out=tool.folder / "plain"))
    first = run("--shuffle=7", out=tool.folder / "first")
    second = run("--shuffle=7", out=tool.folder / "second")
    other = run("--shuffle=8", out=tool.folder / "other")
    assert first.run["gate"]["shuffle_seed"] == 7
    assert order(first) == order(second) and sorted(order(first)) == sorted(plain)
    assert order(first) != plain or order(other) != plain


def test_seed_of_a_shuffle_is_recorded(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run("--shuffle")
    assert result.code == 0 and isinstance(result.run["gate"]["shuffle_seed"], int)
