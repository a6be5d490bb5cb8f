"""functional: map, zipWith, reduce and scan over whole arrays, and a generic kernel that is given
functions."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# larger : T (T a, T b)
def larger(a, b):
    return a if a > b else b


# zipWith : void (R(A, B) f, A* X, B* Y, R* Z)
def zipWith(f, X, Y, Z):
    """What cp.lib.zipWith does, into an array that is there already."""
    Z[idx] = f(X[idx], Y[idx])


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    random = np.random.default_rng(1)
    X, Y = random.random((2, options.size), dtype=np.float32)
    device_x, device_y = cp.CudaArray(X), cp.CudaArray(Y)

    # Any associative function reduces, on an array of any length and type.
    require(cp.lib.reduce(larger, device_x) == X.max(), "reduce: the largest element differs from NumPy's")
    ones = cp.lib.map(lambda x: 1 if x > 0.5 else 0, device_x)
    count = cp.lib.reduce(lambda a, b: a + b, ones)
    require(count == int((X > 0.5).sum()), f"map and reduce: {count} instead of {int((X > 0.5).sum())}")

    places = cp.lib.scan(lambda a, b: a + b, ones)
    require(
        np.array_equal(np.asarray(places), np.cumsum(X > 0.5)), "scan: the running sums differ from NumPy's"
    )

    # A generic kernel: each launch gives a function, and chooses the types.
    call = cp.compile(zipWith)
    device_z = cp.CudaArray.allocate(options.size, cp.Float)
    call(options.size)(lambda x, y: x * y + 1.0, device_x, device_y, device_z)
    require(np.allclose(device_z.numpy(), X * Y + 1), "zipWith: the result differs from NumPy's")
    call(options.size)(larger, device_x, device_y, device_z)
    require(
        np.array_equal(device_z.numpy(), np.maximum(X, Y)), "zipWith: the larger ones differ from NumPy's"
    )

    ours = median_ms(lambda: cp.lib.scan(lambda a, b: a + b, ones), options.repeat)
    numpys = median_ms(lambda: np.cumsum(X > 0.5), options.repeat)
    report(f"running sums of {options.size} ints", ours, numpys, "arrays stay on the device")
    print(f"{count} of {options.size} are above one half: right")


if __name__ == "__main__":
    main()
