"""Two kernels after another on one CudaArray: the result travels to the host once, at the end."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# multiply : void (int alpha, int* X, int* result)
def multiply(alpha, X, result):
    result[idx] = alpha * X[idx]


# add : void (int* Y, int* result)
def add(Y, result):
    result[idx] = Y[idx] + result[idx]


def main():
    options = arguments(__doc__, size=200_000).parse_args()
    n, alpha = options.size, 3
    X = list(range(n))
    Y = [n - i for i in range(n)]

    multiply_call = cp.compile(multiply)
    add_call = cp.compile(add)

    def chain():
        cuda_result = cp.CudaArray.allocate(len(X), cp.Int)
        multiply_call(len(X))(alpha, X, cuda_result)
        add_call(len(X))(Y, cuda_result)
        return cuda_result.tolist()

    result = chain()
    expected = [alpha * x + y for x, y in zip(X, Y)]
    require(result == expected, "another result than plain Python")

    def numpys():
        return (alpha * np.array(X, dtype=np.int32) + np.array(Y, dtype=np.int32)).tolist()

    print(f"multiply, then add, {n} ints on {multiply_call.target}: right")
    report(
        "chain from lists to a list",
        median_ms(chain, options.repeat),
        median_ms(numpys, options.repeat),
        "copies and list conversions included",
    )


if __name__ == "__main__":
    main()
