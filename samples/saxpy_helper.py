"""saxpy with a helper function: functions compiled together may call each other."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# axpy : float (float alpha, float x, float y)
def axpy(alpha, x, y):
    return alpha * x + y


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    Y[idx] = axpy(alpha, X[idx], Y[idx])


def main():
    options = arguments(__doc__, size=1_000_000).parse_args()
    n, alpha = options.size, 0.5
    X = np.arange(n, dtype=np.float32)
    Y = np.ones(n, dtype=np.float32)
    expected = np.float32(alpha) * X + Y

    # The call is of the first function; the others come along.
    saxpy_call = cp.compile([saxpy, axpy])

    result = Y.copy()
    saxpy_call(n)(alpha, X, result)
    require(np.allclose(result, expected, rtol=1e-6), "another result than NumPy")

    def ours():
        saxpy_call(n)(alpha, X, result)

    def numpys():
        np.add(np.multiply(X, np.float32(alpha)), Y, out=result)

    print(f"saxpy with a helper, {n} floats on {saxpy_call.target}: right")
    report(
        "saxpy from NumPy arrays",
        median_ms(ours, options.repeat),
        median_ms(numpys, options.repeat),
        "copies included",
    )


if __name__ == "__main__":
    main()
