# SPDX-License-Identifier: Apache-2.0
"""The lease, on a device that the configuration invents."""

import signal

import rig

UUID = "GPU-00000000-0000-0000-0000-000000000001"
DEVICE = f'[[device]]\nuuid = "{UUID}"\nkind = "invented"\n'
HONEST = {"FAULT_HONEST": "1"}


def configure(tool, program=rig.SUBJECT, env=None, name="cupel.toml", **keys):
    target = rig.target(program, device="gpu", env=env or {}, **keys)
    return tool.config([target], {"timeout": "1h"}, tail=DEVICE, name=name)


def hold(tool):
    """A command that holds the lease until it is ended."""
    configure(tool, env=HONEST)
    process = tool.start("exec", "--", "/bin/sh", "-c", "echo > held; exec sleep 60")
    rig.wait_for(lambda: (tool.folder / "held").exists())
    return process


def release(tool, process):
    process.send_signal(signal.SIGTERM)
    tool.finish(process)


def test_device_of_a_run(tool, run):
    configure(tool, env=HONEST)
    result = run()
    assert result.code == 0
    assert [gpu["uuid"] for gpu in result.run["environment"]["gpus"]] == [UUID]
    assert any(lane["device"] == UUID for lane in result.run["lanes"])


def test_no_device_is_incomplete(tool, run):
    tool.config([rig.target(device="gpu", env=HONEST, requires=["device"])])
    result = run(env={"CUDA_VISIBLE_DEVICES": ""})
    assert result.code == 3 and result.run["verdict"] == "incomplete"


def test_no_device_by_option_is_incomplete(tool, run):
    configure(tool, env=HONEST, requires=["device"])
    assert run("--gpus", "none").code == 3


def test_second_gate_waits_for_the_first(tool):
    holder = hold(tool)
    waiter = tool.start("run", "--out", tool.run_dir, "--progress", "lines")
    try:
        rig.wait_for(lambda: (tool.run_dir / "journal.jsonl").exists())
        assert waiter.poll() is None
    finally:
        release(tool, holder)
    result = tool.finish(waiter)
    assert result.code == 0, result.describe()


def test_waiter_gives_up_and_names_the_holder(tool, run):
    holder = hold(tool)
    try:
        result = run("--lease-wait", "300ms")
    finally:
        release(tool, holder)
    assert result.code == 3 and result.run["verdict"] == "incomplete"
    # It was not even listed: the program may touch the device before it lists.
    assert result.run["counts"]["listed"] == 0
    assert "pid" in result.said and UUID in result.said


def test_exec_waits_too(tool):
    holder = hold(tool)
    try:
        result = tool.call("exec", "--lease-wait", "300ms", "--", "/bin/true")
    finally:
        release(tool, holder)
    assert result.code == 125 and UUID in result.err


def test_lease_of_a_killed_holder_is_free(tool, run):
    holder = hold(tool)
    holder.kill()
    tool.finish(holder)
    assert run("--lease-wait", "10s").code == 0


def test_never_two_at_once(tool):
    """Eight gates of one device: the programs of no two of them run at the same time."""
    script = tool.file("program", '#!/bin/sh\n'
                       'case "$*" in *list_tests*) exec "$SUBJECT" "$@" ;; esac\n'
                       'mkdir busy || echo clash >> clashes\n"$SUBJECT" "$@"\ncode=$?\n'
                       'sleep 0.02\nrmdir busy\nexit $code\n')
    script.chmod(0o755)
    configure(tool, script, {**HONEST, "SUBJECT": str(rig.SUBJECT)})
    gates = [tool.start("run", "--out", tool.folder / f"run-{i}") for i in range(8)]
    for i, gate in enumerate(gates):
        assert tool.finish(gate, tool.folder / f"run-{i}").code == 0
    assert not (tool.folder / "clashes").exists()


def test_exec_inside_exec_does_not_wait_for_itself(tool):
    configure(tool, env=HONEST)
    result = tool.call("exec", "--lease-wait", "2s", "--", rig.CUPEL, "exec", "--lease-wait", "1s", "--",
                       "/bin/echo", "inner")
    assert result.code == 0 and result.out == "inner\n", result.describe()


def test_forged_lease_is_not_believed(tool):
    holder = hold(tool)
    try:
        env = {"CUPEL_LEASE": f"{UUID}:3"}
        result = tool.call("exec", "--lease-wait", "300ms", "--", "/bin/true", env=env)
    finally:
        release(tool, holder)
    assert result.code == 125


def test_symbolic_link_in_the_lock_directory_is_not_followed(tool):
    configure(tool, env=HONEST)
    elsewhere = tool.file("elsewhere", "precious")
    assert tool.run().code == 0
    for path in [p for p in tool.locks.rglob("*") if p.is_file()]:
        path.unlink()
        path.symlink_to(elsewhere)
    tool.run(out=tool.folder / "second")
    assert elsewhere.read_text() == "precious"
