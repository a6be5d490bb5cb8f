"""neighbours: the K points of a set that are nearest to each of many others, kept in arrays of a thread's
own."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

K = 5


# nearest : void (float[,] points, float[,] queries, int[,] found)
def nearest(points, queries, found):
    """Each thread keeps the best K so far in order, the nearest first."""
    distances = local(float, K)
    places = local(int, K)
    for i in range(K):
        distances[i] = 1e30
        places[i] = -1
    for p in range(len(points)):
        distance = 0.0
        for axis in range(points.shape[1]):
            difference = points[p, axis] - queries[idx, axis]
            distance += difference * difference
        if distance < distances[K - 1]:
            at = K - 1
            while at > 0 and distances[at - 1] > distance:
                distances[at] = distances[at - 1]
                places[at] = places[at - 1]
                at -= 1
            distances[at] = distance
            places[at] = p
    for i in range(K):
        found[idx, i] = places[i]


def main():
    options = arguments(__doc__, points=2000, queries=1000).parse_args()
    random = np.random.default_rng(1)
    points = random.random((options.points, 3), dtype=np.float32)
    queries = random.random((options.queries, 3), dtype=np.float32)
    call = cp.compile(nearest)
    device = [
        cp.CudaArray(points),
        cp.CudaArray(queries),
        cp.CudaArray.allocate((options.queries, K), cp.Int),
    ]
    call(options.queries)(*device)

    def reference():
        distances = ((queries[:, None, :] - points[None, :, :]) ** 2).sum(axis=2)
        return distances, np.argsort(distances, axis=1, kind="stable")[:, :K]

    distances, expected = reference()
    found = device[2].numpy()
    rows = np.arange(options.queries)[:, None]
    require(
        np.allclose(distances[rows, found], distances[rows, expected], rtol=1e-4)
        and (np.diff(np.sort(found)) > 0).all(),
        "neighbours: a point is not among the nearest",
    )

    def ours():
        call(options.queries)(*device)
        cp.synchronize()

    report(
        f"{K} nearest of {options.points} points to {options.queries} on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(reference, options.repeat),
        "arrays stay on the device",
    )
    print("every neighbour: right")


if __name__ == "__main__":
    main()
