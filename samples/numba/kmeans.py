"""A step of k-means: the nearest centre of each point, and the sums of the points of each centre."""

import numpy as np
from which import cuda, run

CENTRES = 5


@cuda.jit
def assign(points, centres, labels, sums, counts):
    i = cuda.grid(1)
    if i >= points.shape[0]:
        return
    best = -1
    least = np.inf
    for c in range(centres.shape[0]):
        distance = 0.0
        for axis in range(points.shape[1]):
            difference = points[i, axis] - centres[c, axis]
            distance += difference**2
        if distance < least:
            least = distance
            best = c
    labels[i] = best
    for axis in range(points.shape[1]):
        cuda.atomic.add(sums, (best, axis), points[i, axis])
    cuda.atomic.add(counts, best, 1)


def sample(n):
    random = np.random.default_rng(7)
    points, centres = random.normal(size=(n, 3)), random.normal(size=(CENTRES, 3))
    labels = np.zeros(n, np.int32)
    sums, counts = np.zeros((CENTRES, 3)), np.zeros(CENTRES, np.int32)
    assign[(n + 63) // 64, 64](points, centres, labels, sums, counts)
    nearest = ((points[:, np.newaxis] - centres) ** 2).sum(axis=2).argmin(axis=1)
    means = np.array([points[nearest == c].mean(axis=0) for c in range(CENTRES)])
    made = np.concatenate([(sums / counts[:, np.newaxis]).ravel(), labels])
    return made, np.concatenate([means.ravel(), nearest]), 1e-9


if __name__ == "__main__":
    run(sample, 100_000)
