import cudapy as cp


def polar(x: cp.float64, y: cp.float64) -> tuple[cp.float64, "int64"]:
    return x * x + y * y, int(x)


def kernel(X: cp.Array[cp.float64], A: cp.Array[cp.int64]):
    X[idx], A[idx] = polar(X[idx], 2)
