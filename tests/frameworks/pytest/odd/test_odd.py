# SPDX-License-Identifier: Apache-2.0
"""Names that a command line, a pattern or a shell would take for something else."""
import pytest

NAMES = ["a b", "x,y", 'q"q', "a::b/c", "br[ack]", "star*", "é", "nl\nnl", "", None, 1.5, "back\\slash", "#hash",
         "-dash", "'", "a|b", "%s", "\x00nul", "\x1b[31m", "$HOME", "not a", "]", "{}"]


@pytest.mark.parametrize("name", NAMES)
def test_named(name):
    pass


@pytest.mark.parametrize("twin", [pytest.param(1, id="same"), pytest.param(2, id="same")])
def test_twins(twin):
    pass


def test_ünïcode():
    pass
