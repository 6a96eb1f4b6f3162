# SPDX-License-Identifier: Apache-2.0
"""Every row of tests/hostile/hostile.toml: none comes out green, none blames another."""

import subprocess

import pytest

import rig
import rows

ROWS = rows.hostile()


@pytest.mark.parametrize("row", ROWS, ids=rows.names(ROWS))
def test_hostile(tool, row):
    assert not rows.one_of(row["exit"], 0) and not rows.one_of(row["verdict"], "green")
    rows.check(tool, row)


@pytest.mark.parametrize("row", ROWS, ids=rows.names(ROWS))
def test_honest_twin(tool, row):
    rows.check_twin(tool, row)


SILENT = [row for row in ROWS if "raw" in row and not row["name"].startswith("report_")]


@pytest.mark.parametrize("row", SILENT, ids=rows.names(SILENT))
def test_trick_works_alone(tmp_path, row):
    """Run by hand the program says what the trick wants it to say."""
    env = {"PATH": "/usr/bin:/bin", **row["env"], "CUPEL_EVENTS": str(tmp_path / "events")}
    done = subprocess.run([rig.SUBJECT], env=env, cwd=tmp_path, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20,
                          preexec_fn=rig.quiet_limits, check=False)
    assert done.returncode == row["raw"]
