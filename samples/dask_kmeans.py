"""dask_kmeans: k-means of points that lie in blocks at Dask's workers. Each sums up its own, and only the
sums travel."""

import math

import numpy as np
from common import arguments, cluster, median_ms, report, require, visible_gpus

import cudapy as cp

AXES = 3
UNITS = 1 << 20  # sums are counted in so small parts of one: integers have the same sum in any order


# nearest : int (float[,] points, float[,] centers, int point)
def nearest(points, centers, point):
    best = 0
    least = float(math.inf)
    for c in range(centers.shape[0]):
        distance = float(0)
        for axis in range(AXES):
            apart = points[point, axis] - centers[c, axis]
            distance += apart * apart
        if distance < least:
            least = distance
            best = c
    return best


@cp.kernel("void (float[,] points, float[,] centers, int64[,] sums)")
def gather(points, centers, sums):
    """Adds each point to its nearest center's sums; after them is how many there are."""
    if idx >= points.shape[0]:
        return
    best = nearest(points, centers, idx)
    for axis in range(AXES):
        atomicAdd(sums, (best, axis), int64(round(points[idx, axis] * UNITS)))
    atomicAdd(sums, (best, AXES), int64(1))


def sums_of(points, centers):
    """The sums of a block of points, as an array with one layer."""
    sums = cp.zeros((len(centers), AXES + 1), cp.Int64)
    if len(points):
        gather(len(points))(points, centers, sums)
    return sums.numpy()[np.newaxis]


def moved(centers, sums):
    """The centers in the middle of their points; one without points stays."""
    counts = sums[:, AXES:]
    return np.where(counts, sums[:, :AXES] / np.maximum(counts, 1) / UNITS, centers).astype(np.float32)


def by_dask(points, centers, rounds):
    layers = ((1,) * points.numblocks[0], (len(centers),), (AXES + 1,))
    for _ in range(rounds):
        sums = points.map_blocks(sums_of, centers, dtype="i8", new_axis=[2], chunks=layers)
        centers = moved(centers, sums.sum(axis=0).compute())
    return centers


def numpys(points, centers, rounds):
    for _ in range(rounds):
        best = ((points[:, np.newaxis] - centers) ** 2).sum(axis=2).argmin(axis=1)
        sums = np.zeros((len(centers), AXES + 1), np.int64)
        np.add.at(sums, (best, slice(AXES)), np.rint(points * UNITS).astype(np.int64))
        sums[:, AXES] = np.bincount(best, minlength=len(centers))
        centers = moved(centers, sums)
    return centers


def clouds(size, count):
    """Points around centers, and the points with which to begin."""
    random = np.random.default_rng(1)
    middles = random.uniform(-9, 9, (count, AXES))
    points = (middles[random.integers(0, count, size)] + random.normal(0, 0.5, (size, AXES))).astype(
        np.float32
    )
    return points, points[:count]


def main():
    options = arguments(__doc__, size=200_000, count=8, rounds=10, workers=0).parse_args()
    import dask.array as da
    from dask.distributed import Client

    gpus = visible_gpus()
    workers = options.workers or len(gpus) or 2
    points, begin = clouds(options.size, options.count)
    with cluster(workers, gpus) as machine, Client(machine):
        blocks = da.from_array(points, chunks=(-(-options.size // (3 * workers)), AXES)).persist()
        found = by_dask(blocks, begin, options.rounds)
        taken = median_ms(lambda: by_dask(blocks, begin, options.rounds), options.repeat)
        whole = by_dask(blocks.rechunk(points.shape), begin, options.rounds)
    require(np.array_equal(found, whole), "dask_kmeans: the blocks give other bits than all points at once")
    require(
        np.allclose(found, numpys(points, begin, options.rounds), atol=1e-3),
        "dask_kmeans: a center differs from NumPy's",
    )
    report(
        f"{options.rounds} rounds of {options.size} points in {blocks.npartitions} blocks on {workers} "
        f"workers, {gather.target}",
        taken,
        median_ms(lambda: numpys(points, begin, options.rounds), options.repeat),
        "the centers come back",
    )
    print("every center, the same bits as in one block: right")


if __name__ == "__main__":
    main()
