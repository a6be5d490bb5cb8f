"""warp_reduction: the sum of an array, by shuffles within warps and one atomic addition for each block."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

ALL = 0xFFFFFFFF


# warp_sum : double (double v)
def warp_sum(v):
    """The sum over the threads of a warp, in its first thread."""
    offset = warpSize // 2
    while offset > 0:
        v += shfl_down_sync(ALL, v, offset)
        offset //= 2
    return v


# total : void (float* X, double* result)
def total(X, result):
    partial = shared(double, 32)
    v = double(0)
    i = idx
    while i < len(X):
        v += X[i]
        i += blockDim.x * gridDim.x
    v = warp_sum(v)
    warp = threadIdx.x // warpSize
    if laneid == 0:
        partial[warp] = v
    syncthreads()
    if warp == 0:
        v = warp_sum(partial[laneid] if laneid < blockDim.x // warpSize else 0.0)
        if laneid == 0:
            atomicAdd(result, 0, v)


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    X = np.random.default_rng(1).random(options.size, dtype=np.float32)
    expected = float(np.sum(X, dtype=np.float64))

    call = cp.compile([total, warp_sum])
    threads = min(options.size, 64 * 256)  # each adds several numbers
    device_x = cp.CudaArray(X)

    def add_up():
        result = cp.CudaArray([0.0], cp.Double)
        call(threads)(device_x, result)
        return result[0]

    result = add_up()
    require(abs(result - expected) <= 1e-9 * expected, f"warp_reduction: {result} instead of {expected}")
    ours = median_ms(add_up, options.repeat)
    numpys = median_ms(lambda: float(X.sum(dtype=np.float64)), options.repeat)
    report(
        f"sum of {options.size} floats on {call.target}",
        ours,
        numpys,
        "array stays on the device, the sum comes back",
    )
    print(f"sum = {result:.2f}: right")


if __name__ == "__main__":
    main()
