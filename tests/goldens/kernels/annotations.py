import cudapy as cp
from cudapy import kernel, idx


@cp.kernel("void (float, float*)")
def decorated(a, X):
    X[idx] = a


def annotated(a: cp.float32, n: cp.int64, X: cp.Array[cp.float32], p: bool = True) -> None:
    if p and idx < n:
        X[idx] = a


@kernel
def both(x: float, X: cp.Array[cp.float64]):
    X[idx] = helper(x)


def helper(x: cp.float32) -> cp.float64:
    return cp.float64(x) * 2
