"""A moving average of each row, by cuda.guvectorize, and the largest of all, by cuda.reduce."""

import numpy as np
from which import cuda, run

WIDTH = 4


@cuda.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)", target="cuda")
def moving_average(row, result):
    for i in range(row.shape[0]):
        first = max(0, i - WIDTH + 1)
        total = 0.0
        for j in range(first, i + 1):
            total += row[j]
        result[i] = total / (i + 1 - first)


@cuda.reduce
def largest(a, b):
    return max(a, b)


def sample(n):
    rows = np.random.default_rng(12).random((n, 50))
    made = moving_average(rows)
    sums = np.cumsum(np.pad(rows, ((0, 0), (WIDTH, 0))), axis=1)
    expected = (sums[:, WIDTH:] - sums[:, :-WIDTH]) / np.minimum(np.arange(50) + 1, WIDTH)
    found = largest(cuda.to_device(made).ravel(), init=-1.0)
    return np.append(made, found), np.append(expected, expected.max()), 1e-9


if __name__ == "__main__":
    run(sample, 5000)
