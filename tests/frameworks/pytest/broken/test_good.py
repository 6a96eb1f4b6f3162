# SPDX-License-Identifier: Apache-2.0
import pytest


def test_good():
    pass


@pytest.mark.skip(reason="marked")
def test_marked():
    pass
