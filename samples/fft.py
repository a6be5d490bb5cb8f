"""fft: the fast Fourier transform of a complex signal, radix 2, each stage of it one launch (Stockham's form,
which needs no reordering)."""

import math

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# butterflies : void (complex64* X, complex64* Y, int size, int stride)
def butterflies(X, Y, size, stride):
    """One stage: transforms of `size` points become two of half the size, `stride` of them side by side."""
    p = idx // stride
    q = idx % stride
    angle = -2 * math.pi * p / size
    a = X[q + stride * p]
    b = X[q + stride * (p + size // 2)]
    Y[q + stride * 2 * p] = a + b
    Y[q + stride * (2 * p + 1)] = (a - b) * complex(math.cos(angle), math.sin(angle))


def transform(call, X, Y):
    """The transform of X, whose length is a power of two: in X or Y, which both change."""
    size, stride = len(X), 1
    while size > 1:
        call(len(X) // 2)(X, Y, size, stride)
        X, Y = Y, X
        size //= 2
        stride *= 2
    return X


def main():
    options = arguments(__doc__, size=1 << 18).parse_args()
    length = 1 << max(options.size - 1, 1).bit_length()
    random = np.random.default_rng(1)
    signal = (random.normal(0, 1, length) + 1j * random.normal(0, 1, length)).astype(np.complex64)
    call = cp.compile(butterflies)

    def ours():
        X = cp.CudaArray(signal)
        return transform(call, X, cp.CudaArray.allocate(length, cp.complex64)).numpy()

    expected = np.fft.fft(signal.astype(np.complex128))
    error = np.abs(ours() - expected).max() / np.abs(expected).max()
    require(error < 1e-5, f"fft: an error of {error:.1e} of the largest value")
    report(
        f"transform of {length} points on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: np.fft.fft(signal), options.repeat),
        "the array goes to the device and comes back",
    )
    print("the spectrum: right")


if __name__ == "__main__":
    main()
