"""warp_sum: the sum of any array, by a kernel written in CUDA C++."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

module = cp.cuda_source(
    """
// The sum over the threads of a warp, in its first thread.
template <typename T>
__device__ T sum_of_warp(T value) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

// Adds all elements to result[0]: each thread several, each warp by shuffles, and each warp's sum by one
// atomic addition.
template <typename T, typename Sum>
__global__ void warp_sum(const T* X, long long count, Sum* result) {
    const long long stride = (long long)gridDim.x * blockDim.x;
    Sum sum = 0;
    for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        sum += static_cast<Sum>(X[i]);
    sum = sum_of_warp(sum);
    if (threadIdx.x % warpSize == 0) atomicAdd(result, sum);
}
""",
    target="cuda",
)


def warp_sum(X):
    """The sum of an array of integers or floats: a list, NumPy's, PyTorch's, CuPy's, JAX's, numba's, a
    CudaArray, of any shape.

    One that is on the GPU is read where it is; one in host memory is sent there. Floats are added as doubles,
    integers as 64-bit ones.
    """
    array = cp.asarray(X, target="cuda").ravel()
    kind = array.elemType()
    of_floats = kind in (cp.float32, cp.float64)
    # CUDA adds unsigned 64-bit integers atomically; those of either sign have the same bits.
    result = cp.zeros(1, cp.float64 if of_floats else cp.uint64, target="cuda")
    threads = min(max(len(array), 1), 1 << 18)  # each adds several elements of what is longer
    module.warp_sum[kind, result.elemType()](threads, block=256)(array, len(array), result)
    return result[0] if of_floats else (result[0] + 2**63) % 2**64 - 2**63


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    if not cp.cuda_available():
        print("warp_sum: CUDA C++ runs only on GPUs, and this machine has none")
        return
    X = np.random.default_rng(1).random(options.size, dtype=np.float32)
    expected = float(np.sum(X, dtype=np.float64))
    result = warp_sum(X)
    require(abs(result - expected) <= 1e-9 * expected, f"warp_sum: {result} instead of {expected}")
    integers = np.arange(-options.size, 10, dtype=np.int32).reshape(-1, 1)
    require(
        warp_sum(integers[::-1]) == int(integers.sum(dtype=np.int64)), "warp_sum: a sum of integers is wrong"
    )

    on_device = cp.CudaArray(X, target="cuda")
    ours = median_ms(lambda: warp_sum(on_device), options.repeat)
    numpys = median_ms(lambda: float(X.sum(dtype=np.float64)), options.repeat)
    report(
        f"sum of {options.size} floats on cuda", ours, numpys, "array stays on the device, the sum comes back"
    )
    print(f"sum = {result:.2f}: right")


if __name__ == "__main__":
    main()
