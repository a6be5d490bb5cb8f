"""life: Conway's game of life on a torus, a byte for each cell."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# generation : void (uint8[,] cells, uint8[,] after)
def generation(cells, after):
    rows, columns = cells.shape
    neighbours = 0
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            neighbours += cells[(idy + dy) % rows, (idx + dx) % columns]
    neighbours -= cells[idy, idx]
    alive = neighbours == 3 or (neighbours == 2 and cells[idy, idx] == 1)
    after[idy, idx] = 1 if alive else 0


def numpys(cells):
    around = sum(np.roll(cells, (y, x), (0, 1)) for y in (-1, 0, 1) for x in (-1, 0, 1)) - cells
    return ((around == 3) | ((around == 2) & (cells == 1))).astype(np.uint8)


def main():
    options = arguments(__doc__, rows=500, columns=800, generations=20).parse_args()
    start = (np.random.default_rng(1).random((options.rows, options.columns)) < 0.3).astype(np.uint8)
    call = cp.compile(generation)
    launch = call(options.columns, options.rows)

    def ours():
        cells, after = cp.CudaArray(start), cp.CudaArray.allocate(start.shape, cp.uint8)
        for _ in range(options.generations):
            launch(cells, after)
            cells, after = after, cells
        return cells.numpy()

    def reference():
        cells = start
        for _ in range(options.generations):
            cells = numpys(cells)
        return cells

    result = ours()
    require(np.array_equal(result, reference()), "life: a cell differs from NumPy's")
    report(
        f"{options.generations} generations of {options.rows} x {options.columns} cells on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, options.repeat),
        "cells go to the device and come back",
    )
    print(f"{int(result.sum())} cells live: right")


if __name__ == "__main__":
    main()
