"""Bodies that attract each other, whose positions a block loads into shared memory piece by piece."""

import math

import numpy as np
from which import cuda, run

THREADS = 64
SOFTENING = 0.01


@cuda.jit
def accelerations(positions, masses, result):
    near = cuda.shared.array((THREADS, 4), np.float64)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    n = positions.shape[0]
    x = y = z = 0.0
    if i < n:
        x, y, z = positions[i, 0], positions[i, 1], positions[i, 2]
    ax = ay = az = 0.0
    for start in range(0, n, THREADS):
        j = start + t
        if j < n:
            for axis in range(3):
                near[t, axis] = positions[j, axis]
            near[t, 3] = masses[j]
        cuda.syncthreads()
        for k in range(min(THREADS, n - start)):
            dx = near[k, 0] - x
            dy = near[k, 1] - y
            dz = near[k, 2] - z
            squared = dx * dx + dy * dy + dz * dz + SOFTENING
            force = near[k, 3] / (squared * math.sqrt(squared))
            ax += dx * force
            ay += dy * force
            az += dz * force
        cuda.syncthreads()
    if i < n:
        result[i, 0] = ax
        result[i, 1] = ay
        result[i, 2] = az


def sample(n):
    random = np.random.default_rng(4)
    positions, masses = random.normal(size=(n, 3)), random.random(n)
    result = np.zeros((n, 3))
    accelerations[(n + THREADS - 1) // THREADS, THREADS](positions, masses, result)
    apart = positions[np.newaxis] - positions[:, np.newaxis]
    squared = (apart**2).sum(axis=2) + SOFTENING
    expected = (apart * (masses / squared**1.5)[:, :, np.newaxis]).sum(axis=1)
    return result, expected, 1e-8


if __name__ == "__main__":
    run(sample, 1000)
