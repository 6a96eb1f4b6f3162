# SPDX-License-Identifier: Apache-2.0
"""Against math.fsum, which rounds once, and math.hypot."""

import math
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import accurate  # noqa: E402

U = 2.0**-53


@pytest.mark.parametrize("n", [0, 1, 17, 1000])
@pytest.mark.parametrize("spread", [1, 30], ids=["alike", "of many sizes"])
def test_sum_is_within_its_bound(n, spread):
    source = random.Random(n)
    values = [source.uniform(-1, 1) * 10.0 ** source.uniform(-spread, spread) for _ in range(n)]
    values += [-value for value in values[: n // 2]]
    source.shuffle(values)
    exact = math.fsum(values)
    gamma = len(values) * U / (1 - len(values) * U)
    # fsum has rounded once itself.
    bound = 2 * U * abs(exact) + gamma**2 * math.fsum(map(abs, values))
    assert abs(accurate.sum(values) - exact) <= bound


def test_what_a_large_term_would_swallow():
    assert accurate.sum([1.0, 1e100, 1.0, -1e100]) == 2.0


@pytest.mark.parametrize("scale", [1.0, 2.0**1000, 2.0**-1000], ids=["one", "large", "small"])
def test_norm_at_every_scale(scale):
    assert accurate.norm([3 * scale, -4 * scale]) == 5 * scale
