"""y = a * x + y, one thread for each element."""

import numpy as np
from which import cuda, run


@cuda.jit
def saxpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = a * x[i] + y[i]


def sample(n):
    x = np.arange(n, dtype=np.float32)
    y = np.ones(n, np.float32)
    d_x, d_y = cuda.to_device(x), cuda.to_device(y)
    threads = 256
    saxpy[(n + threads - 1) // threads, threads](np.float32(2.5), d_x, d_y)
    return d_y.copy_to_host(), np.float32(2.5) * x + y, 1e-6


if __name__ == "__main__":
    run(sample, 1_000_000)
