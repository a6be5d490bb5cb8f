"""dask_monte_carlo: pi from random points on any number of Dask's workers, with the same bits on each number
of them."""

import math

import numpy as np
from common import arguments, cluster, median_ms, report, require, visible_gpus

import cudapy as cp

SEED = 1


@cp.kernel("void (int first, int points, int64* hits, double* heights)")
def throw(first, points, hits, heights):
    """A stream of random numbers is told only by its number, wherever it is drawn."""
    rng = random_state(SEED, first + idx)
    inside = 0
    height = double(0.0)
    for i in range(points):
        x = random(rng)
        y = random(rng)
        if x * x + y * y < 1:
            inside += 1
        height += math.sqrt(1 - double(x) * x)
    hits[idx] = inside
    heights[idx] = height


def thrown(streams, points):
    """The hits and the heights of a block of streams, whose numbers follow each other."""
    hits, heights = cp.empty(len(streams), cp.Int64), cp.empty(len(streams), cp.Double)
    if len(streams):
        throw(len(streams))(int(streams[0]), points, hits, heights)
    return np.rec.fromarrays([hits.numpy(), heights.numpy()], dtype=[("hits", "i8"), ("heights", "f8")]).view(
        np.ndarray
    )


def estimates(streams, points):
    """Pi from counts, which are integers, and from a sum of floats, which is taken in the order of the
    streams."""
    found = streams.map_blocks(thrown, points, dtype=[("hits", "i8"), ("heights", "f8")]).compute()
    total = len(found) * points
    return 4 * int(found["hits"].sum()) / total, 4 * math.fsum(found["heights"]) / total


def numpys(total):
    points = np.random.default_rng(SEED).random((2, total), dtype=np.float32)
    return 4 * np.count_nonzero((points**2).sum(axis=0) < 1) / total


def main():
    options = arguments(__doc__, streams=20_000, points=200, workers=0).parse_args()
    import dask.array as da
    from dask.distributed import Client

    gpus = visible_gpus()
    workers, total = options.workers or len(gpus) or 2, options.streams * options.points
    found = {}
    for count in range(1, workers + 1):
        with cluster(count, gpus) as machine, Client(machine):
            streams = da.arange(options.streams, chunks=-(-options.streams // count), dtype="i4")
            found[count] = estimates(streams, options.points)
            ours = median_ms(lambda streams=streams: estimates(streams, options.points), options.repeat)
    pi, integral = found[1]
    # Six standard deviations of the means of so many points.
    require(abs(pi - np.pi) < 6 * 1.65 / total**0.5, f"dask_monte_carlo: {pi} is too far from pi")
    require(abs(integral - np.pi) < 6 * 0.9 / total**0.5, f"dask_monte_carlo: {integral} is too far from pi")
    require(
        all(each == found[1] for each in found.values()),
        f"dask_monte_carlo: the bits depend on the workers: {found}",
    )
    report(
        f"{total} points on {workers} workers, {throw.target}",
        ours,
        median_ms(lambda: numpys(total), options.repeat),
        "counts and sums come back",
    )
    print(f"pi = {pi:.4f} and {integral:.6f}, the same bits on 1 to {workers} workers: right")


if __name__ == "__main__":
    main()
