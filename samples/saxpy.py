"""saxpy: Y = alpha * X + Y, one thread for each element."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    n, alpha = options.size, 2.5
    X = np.random.default_rng(1).random(n, dtype=np.float32)
    Y = np.random.default_rng(2).random(n, dtype=np.float32)
    expected = np.float32(alpha) * X + Y

    saxpy_call = cp.compile(saxpy)

    # Plain lists and NumPy arrays travel by themselves; what the kernel writes comes back.
    small_x, small_y = [1.0, 2.0, 3.0], [10.0, 20.0, 30.0]
    saxpy_call(3)(alpha, small_x, small_y)
    require(small_y == [12.5, 25.0, 37.5], f"lists gave {small_y}")

    result = Y.copy()
    saxpy_call(n)(alpha, X, result)
    require(np.allclose(result, expected, rtol=1e-6), "NumPy arrays gave another result than NumPy")

    # A CudaArray stays on the device until it is asked for.
    device_x, device_y = cp.CudaArray(X), cp.CudaArray(Y)
    saxpy_call(n)(alpha, device_x, device_y)
    require(np.allclose(device_y.tolist(), expected, rtol=1e-6), "CudaArrays gave another result than NumPy")

    def ours():
        saxpy_call(n)(alpha, device_x, device_y)
        cp.synchronize()

    def numpys():
        np.add(np.multiply(X, np.float32(alpha)), Y, out=result)

    print(f"saxpy of {n} floats on {saxpy_call.target}: right")
    report("saxpy", median_ms(ours, options.repeat), median_ms(numpys, options.repeat), "copies not included")


if __name__ == "__main__":
    main()
