"""A bitonic sort: a launch for each pass of comparisons."""

import numpy as np
from which import cuda, run


@cuda.jit
def compare(x, size, distance):
    i = cuda.grid(1)
    other = i ^ distance
    if i < x.size and i < other:
        is_up = (i & size) == 0
        if (x[i] > x[other]) == is_up:
            x[i], x[other] = x[other], x[i]


def sample(n):
    length = 1 << (n - 1).bit_length()
    x = np.random.default_rng(10).random(length, dtype=np.float32)
    there = cuda.to_device(x)
    size = 2
    while size <= length:
        distance = size // 2
        while distance:
            compare[(length + 127) // 128, 128](there, size, distance)
            distance //= 2
        size *= 2
    return there.copy_to_host(), np.sort(x), 0


if __name__ == "__main__":
    run(sample, 1 << 17)
