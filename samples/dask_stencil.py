"""dask_stencil: heat that spreads over a plate in blocks, which Dask's workers have their shares of, with
halos between them."""

import numpy as np
from common import arguments, cluster, median_ms, report, require, visible_gpus

import cudapy as cp


@cp.kernel("void (float[,] plate, float[,] after, float rate)")
def spread(plate, after, rate):
    """One step; the edge of the plate keeps its heat."""
    rows, columns = plate.shape
    if idy >= rows or idx >= columns:
        return
    heat = plate[idy, idx]
    if 0 < idy < rows - 1 and 0 < idx < columns - 1:
        around = plate[idy - 1, idx] + plate[idy + 1, idx] + plate[idy, idx - 1] + plate[idy, idx + 1]
        heat += rate * (around - 4 * heat)
    after[idy, idx] = heat


def steps_of(block, rate, steps):
    """Some steps of a block, which stays on the device meanwhile. Each step spoils one more row and column of
    the halo."""
    now, after = cp.CudaArray(block), cp.empty(block.shape, cp.Float)
    launch = spread.over(block)
    for _ in range(steps):
        launch(now, after, rate)
        now, after = after, now
    return now.numpy()


def spread_by_dask(plate, rate, steps, depth):
    """Blocks get `depth` rows and columns of their neighbours, which last for as many steps."""
    while steps:
        some = min(steps, depth)
        plate = plate.map_overlap(
            steps_of, depth=some, boundary="none", dtype="f4", rate=rate, steps=some
        ).persist()
        steps -= some
    return plate


def numpys(plate, rate, steps):
    plate = plate.copy()
    for _ in range(steps):
        inner = plate[1:-1, 1:-1]
        around = plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:]
        plate[1:-1, 1:-1] = inner + np.float32(rate) * (around - 4 * inner)
    return plate


def heat_at(row, column, rows, columns):
    """What cells begin with: a hot edge, and a warm rectangle."""
    is_warm = (row >= rows // 3) & (row < rows // 2) & (column >= columns // 3) & (column < columns // 2)
    return np.where(row == 0, 100, np.where(is_warm, 60, 0)).astype(np.float32)


def main():
    options = arguments(__doc__, rows=1500, columns=2000, steps=20, depth=5, workers=0).parse_args()
    import dask.array as da
    from dask.distributed import Client

    gpus, shape = visible_gpus(), (options.rows, options.columns)
    plate = heat_at(*np.indices(shape), *shape)
    workers = options.workers or len(gpus) or 2
    shares = (-(-options.rows // (2 * workers)), -(-options.columns // 2))  # four blocks a worker
    with cluster(workers, gpus) as machine, Client(machine):
        # The blocks are made where they will lie.
        blocks = da.fromfunction(
            heat_at, shape=shape, chunks=shares, dtype="f4", rows=options.rows, columns=options.columns
        ).persist()

        def ours():
            return spread_by_dask(blocks, 0.2, options.steps, options.depth).compute()

        found = ours()
        taken = median_ms(ours, options.repeat)
    whole = steps_of(plate, 0.2, options.steps)
    require(np.array_equal(found, whole), "dask_stencil: the blocks give other bits than the whole plate")
    require(
        np.allclose(found, numpys(plate, 0.2, options.steps), rtol=1e-4, atol=1e-4),
        "dask_stencil: a cell differs from NumPy's",
    )
    report(
        f"{options.steps} steps on {options.rows} x {options.columns} cells, {blocks.npartitions} blocks on "
        f"{workers} workers, {spread.target}",
        taken,
        median_ms(lambda: numpys(plate, 0.2, options.steps), options.repeat),
        "the plate comes back",
    )
    print("every cell, the same bits as in one block: right")


if __name__ == "__main__":
    main()
