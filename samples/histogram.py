"""histogram: how often each value occurs, counted by atomics in each block's shared memory and then in the
result."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

BINS = 256


# histogram : void (int* X, int* counts)
def histogram(X, counts):
    """Threads of a block share counters of their own: few of them meet at one, and none waits for another
    block."""
    own = shared(int, BINS)
    t = threadIdx.x
    while t < BINS:
        own[t] = 0
        t += blockDim.x
    syncthreads()
    i = idx
    while i < len(X):
        atomicAdd(own, X[i], 1)
        i += blockDim.x * gridDim.x
    syncthreads()
    t = threadIdx.x
    while t < BINS:
        atomicAdd(counts, t, own[t])
        t += blockDim.x


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    X = (np.random.default_rng(1).normal(BINS / 2, BINS / 8, options.size).astype(np.int32) % BINS).astype(
        np.int32
    )
    expected = np.bincount(X, minlength=BINS)

    call = cp.compile(histogram)
    threads = min(options.size, 64 * 256)  # each counts several values
    device_x = cp.CudaArray(X)

    def count():
        counts = cp.CudaArray.allocate(BINS, cp.Int)
        call(threads)(device_x, counts)
        return counts.tolist()

    require(count() == expected.tolist(), "histogram: the counts differ from NumPy's")
    ours = median_ms(count, options.repeat)
    numpys = median_ms(lambda: np.bincount(X, minlength=BINS), options.repeat)
    report(
        f"histogram of {options.size} values on {call.target}",
        ours,
        numpys,
        "array stays on the device, the counts come back",
    )
    print(f"most frequent value: {int(expected.argmax())}: right")


if __name__ == "__main__":
    main()
