# SPDX-License-Identifier: Apache-2.0
"""Bad input: one clear message with what to do, the right exit code, and nothing lost."""

import os
import resource
import signal
import subprocess

import pytest

import rig

HONEST = {"FAULT_HONEST": "1"}


def refused(result, *words):
    """Exit 4, a message with `words`, nothing on stdout, nothing run."""
    assert result.code == 4, result.describe()
    assert result.out == "" and result.run is None
    for word in words:
        assert word in result.err, (word, result.err)


def test_unknown_target(tool):
    tool.config(name="cupel.toml")
    refused(tool.run("nobody"), "nobody", "t")


def test_unknown_test_selects_nothing(tool):
    tool.config()
    result = tool.run("t:Nobody.Here")
    assert result.code in (3, 4), result.describe()
    assert "Nobody.Here" in result.said


def test_filter_that_selects_nothing_is_incomplete(tool, run):
    tool.config([rig.target(env=HONEST)])
    result = run("-k", "*nobody*")
    assert result.code == 3 and result.run["verdict"] == "incomplete"
    assert result.run["counts"]["selected"] == 0 and result.run["counts"]["listed"] == 4


def test_missing_program(tool, run):
    tool.config([rig.target(env=HONEST), rig.target("no/such/program", name="u")])
    result = run()
    assert result.code == 3 and "no/such/program" in result.said
    assert result.problems == ["list_failed"] or result.problems == ["start_failed"]
    assert result.run["counts"]["passed"] == 4, "the other target was not run"


def test_program_that_is_not_executable(tool, run):
    tool.file("plain.txt", "not a program\n")
    tool.config([rig.target("plain.txt")])
    result = run()
    assert result.code == 3 and "plain.txt" in result.said


def test_directory_for_a_program(tool, run):
    tool.config([rig.target("home")])
    assert run().code == 3


@pytest.mark.parametrize("program", ["/bin/true", "/bin/false", "/bin/cat", "/bin/echo"])
def test_program_that_is_no_test_program(tool, run, program):
    tool.config([rig.target(program)], {"start_timeout": "2s"})
    result = run()
    assert result.code == 3 and result.problems == ["list_failed"]
    assert result.run["counts"]["listed"] == 0


def test_unknown_harness(tool):
    tool.config([{**rig.target(), "harness": "nobody"}])
    refused(tool.run(), "nobody", "gtest", "cupel.toml:")


def test_no_configuration(tool):
    refused(tool.run(), "cupel.toml")


def test_named_configuration_is_missing(tool):
    refused(tool.run("-c", "other.toml"), "other.toml")


def test_configuration_is_a_directory(tool):
    (tool.folder / "cupel.toml").mkdir()
    refused(tool.run(), "cupel.toml")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads every file")
def test_unreadable_configuration(tool):
    tool.config().chmod(0)
    refused(tool.run(), "cupel.toml", "permission")


def test_invalid_utf8_in_the_configuration(tool):
    tool.file("cupel.toml", b'[gate]\nname = "\xff\xfe"\n')
    refused(tool.run(), "cupel.toml:2", "UTF-8")


def test_configuration_that_is_no_toml(tool):
    tool.file("cupel.toml", "[gate\nname = 1\n")
    refused(tool.run(), "cupel.toml:1")


@pytest.mark.parametrize("gate,word", [
    ({"nobody": 1}, "nobody"),
    ({"timeout": 60}, "timeout"),
    ({"timeout": "soon"}, "soon"),
    ({"precision": "f16"}, "f16"),
    ({"leaks": "maybe"}, "maybe"),
    ({"modes": ["undeclared"]}, "undeclared"),
])
def test_bad_key_or_value(tool, gate, word):
    tool.config(gate=gate)
    refused(tool.run(), word, "cupel.toml:")


def test_two_targets_of_one_name(tool):
    tool.config([rig.target(), rig.target()])
    refused(tool.run(), "cupel.toml:", '"t"')


def test_configuration_without_a_target(tool):
    tool.config([])
    result = tool.run()
    assert result.code in (3, 4) and "target" in result.err


@pytest.mark.parametrize("words", [
    ["--nobody"], ["--timeout", "soon"], ["--isolation", "nobody"], ["--mode", "nobody"],
    ["--cpu-lanes", "0"], ["--progress", "nobody"], ["--junit", "-", "--json", "-"],
])
def test_bad_command_line(tool, words):
    tool.config()
    refused(tool.run(*words))


@pytest.mark.parametrize("command", ["nobody", "triage", "matrix", "perturb", "merge"])
def test_command_that_does_not_exist(tool, command):
    result = tool.call(command)
    if result.code != 4:
        pytest.fail(f"{command} exits {result.code}")
    assert result.out == "" and command in result.err


def test_no_command(tool):
    assert tool.call().code == 4


def test_output_directory_is_a_file(tool):
    tool.config([rig.target(env=HONEST)])
    tool.file("run", "")
    result = tool.run()
    assert result.code in (3, 4) and "run" in result.err


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_output_directory_is_not_writable(tool):
    tool.config([rig.target(env=HONEST)])
    closed = tool.folder / "closed"
    closed.mkdir(mode=0o500)
    result = tool.run(out=closed / "run")
    assert result.code in (3, 4) and "closed" in result.err


def test_report_cannot_be_written(tool):
    tool.config([rig.target(env=HONEST)])
    result = tool.run("--junit", tool.folder / "no" / "such" / "folder.xml")
    assert result.code != 0 or (tool.folder / "no" / "such" / "folder.xml").exists()
    assert "folder.xml" in result.err or result.code == 0


def small_files():
    """No file may grow beyond what a few events take: what a full disk is to the journal."""
    rig.quiet_limits()
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


def test_journal_cannot_be_written(tool):
    env = {"MANY_TESTS": "60"}
    tool.config([rig.target(rig.PROGRAMS / "fault_many", env=env)])
    result = tool.run(limits=small_files, restore_signals=False)
    assert result.code == 3, result.describe()
    assert "journal" in result.err


def disk(folder, size):
    """A command that runs another where `folder` is a disk of that size."""
    script = 'mkdir -p "$0" && mount -t tmpfs -o size=$1 none "$0" && shift && exec "$@"'
    return ["unshare", "--map-root-user", "--mount", "sh", "-c", script, str(folder), size]


def may_mount():
    return subprocess.run(["unshare", "--map-root-user", "--mount", "true"],
                          stderr=subprocess.DEVNULL, check=False).returncode == 0


@pytest.mark.skipif(not may_mount(), reason="this machine allows no mounts")
@pytest.mark.parametrize("size,code", [("64k", 3), ("64m", 0)])
def test_full_disk(tool, size, code):
    env = {"MANY_TESTS": "600", "FAULT_HONEST": "1"}
    tool.config([rig.target(rig.PROGRAMS / "fault_many", env=env)])
    folder = tool.folder / "disk"
    result = tool.run(out=folder / "run", under=disk(folder, size))
    assert result.code == code, result.describe()
    assert ("no space left" in result.err) == (code == 3), result.err
    assert ("journal.jsonl" in result.err) == (code == 3), result.err


def test_second_tool_in_the_same_run_directory(tool):
    env = {"FAULT": ""}
    tool.config([rig.target(rig.PROGRAMS / "fault_hangs", env=env)], {"timeout": "1s"})
    first = tool.start("run", "--out", tool.run_dir)
    try:
        rig.wait_for(lambda: (tool.run_dir / "journal.jsonl").exists())
        second = tool.call("run", "--out", tool.run_dir)
        assert second.code in (3, 4), second.describe()
        assert str(tool.run_dir) in second.err
    finally:
        result = tool.finish(first)
    assert result.code == 1 and result.run["counts"]["timed_out"] == 5


def test_run_directory_that_was_used(tool, run):
    tool.config([rig.target(env=HONEST)])
    assert run().code == 0
    again = tool.run()
    assert again.code in (3, 4), "an old run was overwritten"
    assert str(tool.run_dir) in again.err
