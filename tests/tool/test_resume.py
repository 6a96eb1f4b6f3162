# SPDX-License-Identifier: Apache-2.0
"""The tool itself is killed, and the run is taken up again."""

import json
import os
import shutil
import signal

import pytest

import invariants
import rig

HANGS = rig.PROGRAMS / "fault_hangs"


def started(tool, name):
    path = tool.run_dir / "journal.jsonl"
    if not path.exists():
        return False
    return any(b"test_started" in line and name.encode() in line
               for line in path.read_bytes().splitlines())


def kill_in(tool, name, *args, first=False):
    """Starts the run, or with arguments resumes it unless it is the first, and kills the tool when
    the test `name` is running."""
    first = first or not args
    before = 0 if first else sum(1 for _ in open(tool.run_dir / "journal.jsonl", "rb"))
    process = tool.start("run", *(("--out", tool.run_dir) if first else ()), *args)

    def running():
        if not started(tool, name):
            return False
        lines = (tool.run_dir / "journal.jsonl").read_bytes().splitlines()[before:]
        return any(b"test_started" in line and name.encode() in line for line in lines)

    rig.wait_for(running)
    os.kill(process.pid, signal.SIGKILL)
    result = tool.finish(process)
    assert result.code == -signal.SIGKILL
    assert not tool.no_survivors(), "processes outlived the tool"
    return result


def resume(tool, *args):
    return tool.call("run", f"--resume={tool.run_dir}", "--color", "never", *args)


def configure(tool, **env):
    program = shutil.copy(HANGS, tool.folder / "program")
    tool.config([rig.target(program, env=env)], {"timeout": "1h"})



def test_killed_tool_is_no_green(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    report = (tool.run_dir / "junit.xml").read_bytes()
    assert b"incomplete" in report
    if (tool.run_dir / "run.json").exists():
        assert json.loads((tool.run_dir / "run.json").read_text())["verdict"] != "green"


def test_resume_runs_the_rest_and_the_test_in_flight_once(tool):
    """A hang that ends when it is told to: FAULT_HONEST comes from the operator the second time."""
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    result = resume(tool, "--timeout", "500ms")
    invariants.check(result)
    assert result.code == 1
    assert result.outcomes["Hangs.Before"] == "passed"
    assert result.outcomes["Hangs.IgnoresTerm"] == "timed_out"
    assert result.outcomes["Hangs.After"] == "passed"
    before = result.test("Hangs.Before")
    assert len(before["attempts"]) == 1, "a test with an outcome ran again"


def test_what_a_closing_report_still_owed_runs_again(tool):
    program = rig.BUILD / "conformance" / "boost"
    if not program.exists():
        pytest.skip("Boost.Test is not installed")
    tool.config([rig.target(program, harness="boost")], {"timeout": "4s"})
    tests = ("t:case_fails_b", "t:case_fails_c", "t:case_hangs_b")
    kill_in(tool, "case_hangs_b", *tests, first=True)
    result = resume(tool)
    outcomes = {name: outcome for name, outcome in result.outcomes.items() if outcome}
    assert outcomes == {"case_fails_b": "failed", "case_fails_c": "passed", "case_hangs_b": "timed_out"}
    assert result.run["verdict"] == "red"


def test_test_in_flight_twice_is_crashed(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    kill_in(tool, "Hangs.IgnoresTerm", f"--resume={tool.run_dir}")
    result = resume(tool, "--timeout", "500ms")
    invariants.check(result)
    assert result.outcomes["Hangs.IgnoresTerm"] == "crashed" and result.code == 1


def test_program_that_kills_the_tool_is_crashed_in_the_end(tool):
    env = {"FAULT": "kills_the_gate"}
    tool.config([rig.target(rig.PROGRAMS / "fault_damage", env=env)])
    # A death may come before the start of the test was read; each one says a little more.
    deaths = [tool.run().code]
    result = resume(tool)
    while result.code == -signal.SIGKILL and len(deaths) < 8:
        deaths.append(result.code)
        result = resume(tool)
    assert deaths[0] == -signal.SIGKILL and len(deaths) >= 2
    invariants.check(result)
    assert result.code == 1 and result.outcomes["Damage.Done"] == "crashed"
    assert result.outcomes["Damage.After"] == "passed"


def refused(tool, word):
    result = resume(tool)
    assert result.code in (3, 4), result.describe()
    assert word in result.err, result.err


def test_resume_after_a_rebuild_is_refused(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    with open(tool.folder / "program", "ab") as program:
        program.write(b"\0")
    refused(tool, "program")


def test_resume_after_a_change_of_the_configuration_is_refused(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    configure(tool, OTHER="1")
    refused(tool, "cupel.toml")


def test_torn_journal_is_resumed(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    with open(tool.run_dir / "journal.jsonl", "ab") as journal:
        journal.write(b'{"at":17,"event":"test_rep')
    result = resume(tool, "--timeout", "500ms")
    invariants.check(result)
    assert result.outcomes["Hangs.Before"] == "passed"


def test_damaged_journal_is_refused(tool):
    configure(tool)
    kill_in(tool, "Hangs.IgnoresTerm")
    path = tool.run_dir / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], b"\xff damaged\n", *lines[2:]]))
    refused(tool, "journal")
    assert path.read_bytes().splitlines(keepends=True)[2:] == lines[2:], "something was lost"


def test_missing_journal_is_refused(tool):
    configure(tool)
    result = resume(tool)
    assert result.code in (3, 4) and str(tool.run_dir) in result.err


def test_finished_run_is_not_run_again(tool):
    tool.config([rig.target(env={"FAULT_HONEST": "1"})])
    assert tool.run().code == 0
    result = resume(tool)
    assert result.code in (0, 3, 4), result.describe()
    launches = [line for line in result.journal if line["event"] == "launch_started"]
    assert len([l for l in launches if l["purpose"] != "list"]) == 1
