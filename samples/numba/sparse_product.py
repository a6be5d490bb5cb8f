"""A sparse matrix in compressed rows times a vector, one thread for each row."""

import numpy as np
from which import cuda, run


@cuda.jit
def multiply(values, columns, starts, x, y):
    row = cuda.grid(1)
    if row < y.size:
        total = 0
        for k in range(starts[row], starts[row + 1]):
            total += values[k] * x[columns[k]]
        y[row] = total


def sample(n):
    random = np.random.default_rng(9)
    counts = random.integers(0, 9, n)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    columns = random.integers(0, n, starts[-1]).astype(np.int32)
    values, x = random.normal(size=starts[-1]), random.normal(size=n)
    y = cuda.device_array(n)
    multiply.forall(n)(values, columns, starts, x, y)
    expected = np.zeros(n)
    np.add.at(expected, np.repeat(np.arange(n), counts), values * x[columns])
    return y.copy_to_host(), expected, 1e-9


if __name__ == "__main__":
    run(sample, 200_000)
