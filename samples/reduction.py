"""reduction: the sum of an array, a tree of threads in each block's shared memory and one launch for each
level of blocks."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

THREADS = 256


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    """One sum for each block. Whole blocks run, so that the threads past the end bring a zero along."""
    cache = shared(float, THREADS)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    stride = blockDim.x // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    if t == 0:
        sums[blockIdx.x] = cache[0]


def total(call, X):
    """The sum of a CudaArray: sums of blocks, then sums of those, until one is left."""
    while len(X) > 1:
        sums = cp.CudaArray.allocate(-(-len(X) // THREADS), cp.Float)
        call(len(X), block=THREADS)(X, sums)
        X = sums
    return X[0]


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    X = np.random.default_rng(1).random(options.size, dtype=np.float32)
    expected = float(np.sum(X, dtype=np.float64))

    call = cp.compile(block_sum)
    device_x = cp.CudaArray(X)
    result = total(call, device_x)
    require(abs(result - expected) <= 1e-6 * expected, f"reduction: {result} instead of {expected}")

    # Only the blocks' sums, from a NumPy array.
    sums = np.zeros(-(-options.size // THREADS), np.float32)
    call(options.size)(X, sums)
    padded = np.zeros(sums.size * THREADS, np.float32)
    padded[: options.size] = X
    by_block = padded.reshape(-1, THREADS).sum(axis=1, dtype=np.float64)
    require(np.allclose(sums, by_block, rtol=1e-5), "reduction: the sum of a block differs from NumPy's")

    ours = median_ms(lambda: total(call, device_x), options.repeat)
    numpys = median_ms(lambda: float(X.sum()), options.repeat)
    report(
        f"sum of {options.size} floats on {call.target}",
        ours,
        numpys,
        "array stays on the device, the sum comes back",
    )
    print(f"sum = {result:.2f}: right")


if __name__ == "__main__":
    main()
