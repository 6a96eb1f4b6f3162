# SPDX-License-Identifier: Apache-2.0
"""What is written where: reports, stdout, the terminal, list, env, exec, --dry-run."""

import json
import os
import pty
import signal
import xml.etree.ElementTree as ElementTree

import pytest

import rig

HONEST = {"FAULT_HONEST": "1"}


# --- reports

@pytest.mark.parametrize("kind,parse", [("json", json.loads), ("junit", ElementTree.fromstring),
                                        ("markdown", str.strip)])
def test_report_on_stdout_is_alone_there(tool, run, kind, parse):
    tool.config()
    result = run(f"--{kind}", "-")
    assert result.code == 1 and parse(result.out)
    assert "Culprit.Fails" in result.out and "Culprit.Fails" in result.err


def test_reports_into_files(tool, run):
    tool.config([rig.target(rig.PROGRAMS / "fault_output", env={"FLOOD_BYTES": "100000"})])
    result = run("--json", "a.json", "--junit", "a.xml", "--markdown", "a.md")
    assert result.code == 1
    assert json.loads((tool.folder / "a.json").read_text()) == result.run
    ElementTree.parse(tool.folder / "a.xml")
    assert "Output.Fails" in (tool.folder / "a.md").read_text()


def test_reports_of_a_recorded_run(tool, run):
    tool.config()
    first = run()
    again = tool.call("report", tool.run_dir, "--json", "-")
    assert again.code == 0 and json.loads(again.out) == first.run
    again = tool.call("report", tool.run_dir, "--junit", "-")
    assert ElementTree.canonicalize(again.out) == \
        ElementTree.canonicalize((tool.run_dir / "junit.xml").read_text())


def test_reports_from_the_journal_alone(tool, run):
    """What is derived from the journal can be derived again."""
    tool.config()
    recorded = run().run
    (tool.run_dir / "run.json").unlink()
    again = tool.call("report", tool.run_dir, "--json", "-")
    assert again.code == 0 and json.loads(again.out) == recorded


def test_skeleton_says_incomplete_from_the_start(tool):
    tool.config([rig.target(rig.PROGRAMS / "fault_hangs")], {"timeout": "1h"})
    process = tool.start("run", "--out", tool.run_dir)
    rig.wait_for(lambda: (tool.run_dir / "journal.jsonl").exists())
    rig.wait_for(lambda: (tool.run_dir / "junit.xml").exists(), 5)
    assert b"incomplete" in (tool.run_dir / "junit.xml").read_bytes()
    process.send_signal(signal.SIGINT)
    assert tool.finish(process).code == 3


def test_output_of_a_test_is_kept(tool, run):
    tool.config([rig.target(rig.PROGRAMS / "fault_output", env={"FLOOD_BYTES": "50000000"})])
    result = run()
    launch = next(l for l in result.run["launches"] if l["purpose"] != "list")
    kept = (tool.run_dir / launch["stdout_file"]).stat().st_size
    assert kept < 20_000_000 and launch["output_cut"] >= 50_000_000 - kept
    assert b"no newline at the end" in (tool.run_dir / launch["stdout_file"]).read_bytes()


# --- the terminal

def on_a_terminal(tool, *args, env=None):
    """Runs with stderr and stdout on a pseudo-terminal; its exit code and what it wrote."""
    master, slave = pty.openpty()
    process = tool.start("run", "--out", tool.run_dir, *args, env={"TERM": "xterm", **(env or {})},
                         stdout=slave, stderr=slave)
    os.close(slave)
    said = b""
    while True:
        try:
            block = os.read(master, 65536)
        except OSError:
            break
        if not block:
            break
        said += block
    os.close(master)
    return tool.finish(process).code, said


def test_colours_on_a_terminal(tool):
    tool.config()
    code, said = on_a_terminal(tool)
    assert code == 1 and b"\x1b[" in said and b"Culprit.Fails" in said


def test_no_color(tool):
    tool.config()
    code, said = on_a_terminal(tool, "--progress", "none", env={"NO_COLOR": "1"})
    assert code == 1 and b"\x1b[" not in said


def test_color_never(tool):
    tool.config()
    code, said = on_a_terminal(tool, "--progress", "none", "--color", "never")
    assert code == 1 and b"\x1b[" not in said


def test_no_escape_of_a_test_reaches_the_terminal(tool):
    tool.config([rig.target(rig.PROGRAMS / "fault_output", env={"FLOOD_BYTES": "100000"})])
    code, said = on_a_terminal(tool, "--progress", "none", "--color", "never")
    assert code == 1 and b"Output.Fails" in said
    assert b"\x1b" not in said and b"\x07" not in said and b"\xff" not in said


def test_lines_without_a_terminal(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run("--progress", "lines")
    assert result.code == 0 and "\x1b" not in result.said and "\r" not in result.said


def test_red_comes_with_the_command_that_runs_it_alone(tool, run):
    tool.config()
    result = run()
    alone = result.test("Culprit.Fails")["alone"]
    assert str(rig.SUBJECT) in alone[0] or any(str(rig.SUBJECT) in word for word in alone)
    assert "--gtest_filter=Culprit.Fails" in result.said


# --- list, env, dry run

def test_list(tool):
    tool.config([rig.target(env=HONEST), rig.target(rig.PROGRAMS / "fault_skips", name="u")])
    result = tool.call("list")
    assert result.code == 0 and "t:Culprit.Fails" in result.out and "u:Skips.DISABLED_Fails" in result.out
    assert "Culprit" not in tool.call("list", "u").out


def test_list_of_odd_names(tool):
    tool.config([rig.target(rig.PROGRAMS / "fault_names")])
    result = tool.call("list")
    assert result.code == 0 and "Odd.star*" in result.out
    assert "\x07" not in result.out


def test_list_of_a_program_that_crashes(tool):
    tool.config([rig.target(rig.PROGRAMS / "fault_whole", env={"FAULT": "list_crashes"})])
    result = tool.call("list")
    assert result.code == 3 and "t" in result.err


def test_list_unknown_target(tool):
    tool.config()
    assert tool.call("list", "nobody").code == 4


def test_env(tool):
    tool.config()
    result = tool.call("env")
    assert result.code == 0 and os.uname().release in result.out
    assert json.loads(tool.call("env", "--json").out)


def test_dry_run(tool):
    tool.config([rig.target(env={"FAULT": "quick_exit_zero_after_failure", "CUPEL_EVENTS_X": "1"})],
                {"precision": "f32-strict"})
    result = tool.run("--dry-run")
    assert result.code == 0 and result.run is None
    assert str(rig.SUBJECT) in result.said and "NVIDIA_TF32_OVERRIDE=0" in result.said


def test_version_and_help(tool):
    assert tool.call("--version").out.startswith("cupel ")
    text = tool.call("--help").out
    assert "run" in text and "triage" not in text and "perturb" not in text


# --- exec

def test_exec_passes_code_and_output_on(tool):
    tool.config()
    result = tool.call("exec", "--", "/bin/sh", "-c", "echo out; echo err >&2; exit 7")
    assert (result.code, result.out) == (7, "out\n") and "err\n" in result.err


def test_exec_of_a_signalled_command(tool):
    tool.config()
    result = tool.call("exec", "--", "/bin/sh", "-c", "kill -KILL $$")
    assert result.code == 128 + signal.SIGKILL


def test_exec_of_a_missing_command(tool):
    tool.config()
    result = tool.call("exec", "--", "no/such/command")
    assert result.code == 125 and "no/such/command" in result.err


def test_exec_without_a_command(tool):
    tool.config()
    assert tool.call("exec").code in (4, 125)


def test_exec_pins_the_precision(tool):
    tool.config(gate={"precision": "f32-strict"})
    script = "echo $NVIDIA_TF32_OVERRIDE"
    assert tool.call("exec", "--", "/bin/sh", "-c", script).out == "0\n"


def test_exec_reads_its_standard_input(tool):
    tool.config()
    process = tool.start("exec", "--", "/bin/cat", stdin=rig.subprocess.PIPE)
    process.stdin.write(b"given\n")
    process.stdin.close()
    process.stdin = None
    assert tool.finish(process).out == "given\n"


def test_exec_hands_signals_on(tool):
    tool.config()
    script = "trap 'echo told; exit 5' TERM; echo ready > ready; while :; do sleep 0.05; done"
    process = tool.start("exec", "--", "/bin/sh", "-c", script)
    rig.wait_for(lambda: (tool.folder / "ready").exists())
    process.send_signal(signal.SIGTERM)
    result = tool.finish(process)
    assert result.code in (5, 128 + signal.SIGTERM), result.describe()
