# SPDX-License-Identifier: Apache-2.0
"""Another test at each collection, unless HONEST is set."""
import os
import pathlib


def pytest_generate_tests(metafunc):
    if "turn" not in metafunc.fixturenames:
        return
    counter = pathlib.Path(os.environ["COUNTER"])
    turn = int(counter.read_text()) + 1 if counter.exists() else 0
    if not os.environ.get("HONEST"):
        counter.write_text(str(turn))
    metafunc.parametrize("turn", [turn])
