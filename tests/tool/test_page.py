# SPDX-License-Identifier: Apache-2.0
"""The page about the fault programs is the one that their table makes."""

import re
import subprocess

import rig
import rows


def test_page_is_up_to_date():
    made = subprocess.run([rig.ROOT / "tools" / "run_faults", "--page"], stdout=subprocess.PIPE,
                          check=True, encoding="utf-8").stdout
    assert made == (rig.ROOT / "docs" / "fault-programs.md").read_text(), \
        "write: tools/run_faults --page > docs/fault-programs.md"


def test_every_misdeed_of_a_program_has_a_row():
    """A label in the source that no row plays is a hole."""
    asked = {row["env"]["FAULT"] for row in rows.faults() if "FAULT" in row.get("env", {})}
    for source in (rig.ROOT / "suites" / "faults").glob("*.cc"):
        text = source.read_text()
        labels = set(re.findall(r'asked\("(\w+)"\)', text))
        labels |= set(re.findall(r'^ +\{"(\w+)", ', text, re.MULTILINE)) if "misdeed)()" in text else set()
        assert labels <= asked, (source.name, labels - asked)


def test_every_trick_has_a_row():
    asked = {row["env"]["FAULT"] for row in rows.hostile()}
    tricks = set()
    for source in (rig.ROOT / "tests" / "hostile").glob("*.cc"):
        tricks |= set(re.findall(r'^ +\{"(\w+)",\s+When::', source.read_text(), re.MULTILINE))
    assert len(tricks) > 30 and tricks <= asked, tricks - asked
