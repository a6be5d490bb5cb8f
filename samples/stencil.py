"""stencil: heat that spreads over a plate. Each block holds its part of the plate and the cells around it in
shared memory."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

TILE = 16


# spread : void (float[,] plate, float[,] after, float rate)
def spread(plate, after, rate):
    """One step; the edge of the plate keeps its heat."""
    tile = shared(float, (TILE + 2, TILE + 2))
    x = threadIdx.x + 1
    y = threadIdx.y + 1
    row = min(idy, plate.shape[0] - 1)
    column = min(idx, plate.shape[1] - 1)
    tile[y, x] = plate[row, column]
    if threadIdx.x == 0:
        tile[y, 0] = plate[row, max(column - 1, 0)]
    if threadIdx.x == TILE - 1:
        tile[y, TILE + 1] = plate[row, min(column + 1, plate.shape[1] - 1)]
    if threadIdx.y == 0:
        tile[0, x] = plate[max(row - 1, 0), column]
    if threadIdx.y == TILE - 1:
        tile[TILE + 1, x] = plate[min(row + 1, plate.shape[0] - 1), column]
    syncthreads()
    if idy >= plate.shape[0] or idx >= plate.shape[1]:
        return
    heat = tile[y, x]
    if 0 < idy < plate.shape[0] - 1 and 0 < idx < plate.shape[1] - 1:
        heat += rate * (tile[y - 1, x] + tile[y + 1, x] + tile[y, x - 1] + tile[y, x + 1] - 4 * heat)
    after[idy, idx] = heat


def numpys(plate, rate):
    after = plate.copy()
    inner = plate[1:-1, 1:-1]
    after[1:-1, 1:-1] = inner + np.float32(rate) * (
        plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:] - 4 * inner
    )
    return after


def main():
    options = arguments(__doc__, rows=700, columns=1000, steps=20).parse_args()
    plate = np.zeros((options.rows, options.columns), np.float32)
    plate[0] = 100
    plate[options.rows // 3 : options.rows // 2, options.columns // 3 : options.columns // 2] = 60
    call = cp.compile(spread)
    launch = call(options.columns, options.rows, block=(TILE, TILE))

    def ours():
        now, after = cp.CudaArray(plate), cp.CudaArray.allocate(plate.shape, cp.Float)
        for _ in range(options.steps):
            launch(now, after, 0.2)
            now, after = after, now
        return now.numpy()

    def reference():
        now = plate
        for _ in range(options.steps):
            now = numpys(now, 0.2)
        return now

    require(
        np.allclose(ours(), reference(), rtol=1e-4, atol=1e-4),
        "stencil: the heat of a cell differs from NumPy's",
    )
    report(
        f"{options.steps} steps on {options.rows} x {options.columns} cells on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, options.repeat),
        "the plate goes to the device and comes back",
    )
    print("every cell: right")


if __name__ == "__main__":
    main()
