"""The Game of Life on a torus: negative indices count from the end."""

import numpy as np
from which import cuda, run

GENERATIONS = 10


@cuda.jit
def generation(before, after):
    y, x = cuda.grid(2)
    height, width = before.shape
    if y >= height or x >= width:
        return
    below = (y + 1) % height
    right = (x + 1) % width
    alive = 0
    for row in (y - 1, y, below):
        for column in (x - 1, x, right):
            alive += before[row, column]
    alive -= before[y, x]
    if alive == 3 or (alive == 2 and before[y, x]):
        after[y, x] = 1
    else:
        after[y, x] = 0


def sample(n):
    cells = np.random.default_rng(8).integers(0, 2, (n, n + 5)).astype(np.uint8)
    expected = cells
    for _ in range(GENERATIONS):
        shifts = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
        alive = sum(np.roll(expected, shift, (0, 1)) for shift in shifts)
        expected = ((alive == 3) | ((alive == 2) & (expected == 1))).astype(np.uint8)
    one, other = cuda.to_device(cells), cuda.device_array_like(cells)
    for _ in range(GENERATIONS):
        generation[((n + 7) // 8, (n + 5 + 7) // 8), (8, 8)](one, other)
        one, other = other, one
    return one.copy_to_host(), expected, 0


if __name__ == "__main__":
    run(sample, 400)
