# SPDX-License-Identifier: Apache-2.0
def test_turn(turn):
    pass


def test_always():
    pass
