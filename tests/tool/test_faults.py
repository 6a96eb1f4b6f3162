# SPDX-License-Identifier: Apache-2.0
"""Every row of suites/faults/faults.toml, and the honest twin of each."""

import os
import signal
import subprocess

import pytest

import rig
import rows

ROWS = rows.faults()


@pytest.mark.parametrize("row", ROWS, ids=rows.names(ROWS))
def test_fault(tool, row):
    rows.check(tool, row)


TWINS = [row for row in ROWS if row.get("twin") != "none"]


@pytest.mark.parametrize("row", TWINS, ids=rows.names(TWINS))
def test_honest_twin(tool, row):
    rows.check_twin(tool, row)


def labels():
    """(row, test or None, how it ends by hand) of everything that has `raw`."""
    for row in ROWS:
        if "raw" in row:
            yield row, None, row["raw"]
        for name, test in row.get("tests", {}).items():
            if "raw" in test:
                yield row, name, test["raw"]


LABELS = list(labels())


@pytest.mark.parametrize("row,name,raw", LABELS, ids=[f"{r['name']}-{n}" for r, n, _ in LABELS])
def test_label_is_true(tmp_path, row, name, raw):
    """Run by hand, without the tool, the program misbehaves as its label says."""
    command = [str(rig.PROGRAMS / row["program"])] + ([f"--gtest_filter={name}"] if name else [])
    env = {"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path), **row.get("env", {})}
    process = subprocess.Popen(command, env=env, cwd=tmp_path, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True, preexec_fn=rig.quiet_limits)
    try:
        assert process.wait(timeout=0.3 if raw == "hangs" else 20) == raw
    except subprocess.TimeoutExpired:
        assert raw == "hangs"
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
