"""Heat that spreads over a plate: each cell becomes the mean of its neighbours, again and again."""

import numpy as np
from which import cuda, run

STEPS = 20


@cuda.jit
def spread(before, after):
    x, y = cuda.grid(2)
    height, width = before.shape
    if 0 < x < width - 1 and 0 < y < height - 1:
        around = before[y - 1, x] + before[y + 1, x] + before[y, x - 1] + before[y, x + 1]
        after[y, x] = 0.25 * around


def sample(n):
    plate = np.zeros((n, n))
    plate[0] = 100
    expected = plate.copy()
    for _ in range(STEPS):
        inside = expected[:-2, 1:-1] + expected[2:, 1:-1] + expected[1:-1, :-2] + expected[1:-1, 2:]
        expected[1:-1, 1:-1] = 0.25 * inside
    one, other = cuda.to_device(plate), cuda.to_device(plate)
    threads = (16, 8)
    blocks = ((n + 15) // 16, (n + 7) // 8)
    for _ in range(STEPS):
        spread[blocks, threads](one, other)
        one, other = other, one
    return one.copy_to_host(), expected, 1e-12


if __name__ == "__main__":
    run(sample, 600)
