"""convolution: an array smoothed by a filter whose weights are constants of the kernel."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

WEIGHTS = (0.03, 0.11, 0.22, 0.28, 0.22, 0.11, 0.03)
RADIUS = len(WEIGHTS) // 2
THREADS = 256


# convolve : void (float* X, float* Y)
def convolve(X, Y):
    """The block reads its elements, and those next to them, once; past the ends there are zeros."""
    near = shared(float, THREADS + 2 * RADIUS)
    t = threadIdx.x
    for i in range(t, THREADS + 2 * RADIUS, THREADS):
        place = blockIdx.x * THREADS + i - RADIUS
        near[i] = X[place] if 0 <= place < len(X) else 0.0
    syncthreads()
    if idx < len(Y):
        total = 0.0
        for i in range(2 * RADIUS + 1):
            total += WEIGHTS[i] * near[t + i]
        Y[idx] = total


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    X = np.random.default_rng(1).random(options.size, dtype=np.float32)
    call = cp.compile(convolve)
    device_x, device_y = cp.CudaArray(X), cp.CudaArray.allocate(options.size, cp.Float)
    launch = call(options.size, block=THREADS)
    launch(device_x, device_y)
    weights = np.array(WEIGHTS, np.float32)
    require(
        np.allclose(device_y.numpy(), np.convolve(X, weights, "same"), rtol=1e-4, atol=1e-5),
        "convolution: an element differs from NumPy's",
    )

    def ours():
        launch(device_x, device_y)
        cp.synchronize()

    report(
        f"convolution of {options.size} floats on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: np.convolve(X, weights, "same"), options.repeat),
        "arrays stay on the device",
    )
    print("every element: right")


if __name__ == "__main__":
    main()
