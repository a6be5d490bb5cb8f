"""Ranges that end near the largest int, where the next value of the counter is none."""

import numpy as np
import pytest

from generated import functions
from oracle import Batch

STOPS = {
    "whole": "n",
    "less": "n - 1",
    "five_less": "n - 5",
    "half": "n // 2",
    "eights": "n // 8 * 8",
    "eights_and_more": "n // 8 * 8 + 3",
    "shifted": "n >> 3",
    "low_bits": "n & 255",
    "rest": "n % 100",
    "least": "min(n, 100)",
    "most": "max(n - 9, 3)",
    "chosen": "n - 20 if n > 100 else n",
    "narrow": "int(b)",
}
STEPS = {
    "2": "2",
    "6": "6",
    "8": "8",
    "16": "16",
    "block": "blockDim.x",
    "grid": "blockDim.x * gridDim.x",
    "s": "s",
}
MOST = 2**31 - 1


def kernel(stop, step):
    return (
        f"# to_{stop}_by_{step} : void (int n, uint8 b, int s, int back, int* R)\n"
        f"def to_{stop}_by_{step}(n, b, s, back, R):\n"
        f"    for i in range(({STOPS[stop]}) - back, {STOPS[stop]}, {STEPS[step]}):\n"
        "        if idx < 3:\n"
        "            R[idx * 2] += 1\n"
        "            R[idx * 2 + 1] = i\n\n\n"
    )


@pytest.mark.parametrize("step", STEPS)
def test_a_range_ends_before_its_counter_overflows(step):
    batch = Batch(
        *functions("from cudapy import *\n\n\n" + "".join(kernel(stop, step) for stop in STOPS)).values()
    )
    for each in batch.functions:
        for n in (MOST, MOST - 1, MOST - 7, 1000, 17):
            for back in (1, 19):
                batch.check(each, 3, n, 255, 7, back, np.zeros(6, np.int32))
