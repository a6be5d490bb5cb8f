"""bitonic_sort: a network of comparisons that sorts any number of elements, each step of it one launch."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# exchange : void (int* keys, int size, int distance)
def exchange(keys, size, distance):
    """Orders pairs that are `distance` apart, up and down in turns of `size`."""
    partner = idx ^ distance
    if partner > idx:
        a = keys[idx]
        b = keys[partner]
        if (a > b) == (idx & size == 0):
            keys[idx] = b
            keys[partner] = a


def sort(call, keys):
    """Sorts a CudaArray whose length is a power of two."""
    size = 2
    while size <= len(keys):
        distance = size // 2
        while distance > 0:
            call(len(keys))(keys, size, distance)
            distance //= 2
        size *= 2


def main():
    options = arguments(__doc__, size=100_000).parse_args()
    numbers = np.random.default_rng(1).integers(-(2**31), 2**31 - 1, options.size, dtype=np.int32)
    # The largest number fills up to a power of two, and stays at the end.
    length = 1 << max(options.size - 1, 1).bit_length()
    padded = np.full(length, 2**31 - 1, np.int32)
    padded[: options.size] = numbers
    call = cp.compile(exchange)

    def ours():
        keys = cp.CudaArray(padded)
        sort(call, keys)
        return keys.numpy()[: options.size]

    require(np.array_equal(ours(), np.sort(numbers)), "bitonic_sort: the numbers are not in order")
    report(
        f"sort of {options.size} ints on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: np.sort(numbers), options.repeat),
        "the array goes to the device and comes back",
    )
    print("the order: right")


if __name__ == "__main__":
    main()
