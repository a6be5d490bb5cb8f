"""Pi by random points: each thread has a generator of its own."""

import numpy as np
from which import cuda, random, run

uniform = random.xoroshiro128p_uniform_float64
THREADS = 64


@cuda.jit
def points_in_circle(states, points, counts):
    i = cuda.grid(1)
    inside = 0
    for _ in range(points):
        x = uniform(states, i)
        y = uniform(states, i)
        if x * x + y * y <= 1.0:
            inside += 1
    counts[i] = inside


def sample(points):
    blocks = 16
    states = random.create_xoroshiro128p_states(blocks * THREADS, seed=1)
    counts = np.zeros(blocks * THREADS, np.int64)
    points_in_circle[blocks, THREADS](states, points, counts)
    return 4 * counts.sum() / (points * counts.size), np.pi, 5 / np.sqrt(points * counts.size)


if __name__ == "__main__":
    run(sample, 10_000)
