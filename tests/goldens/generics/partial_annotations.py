# pycu2cu: --instance scale<float*,int>
import cudapy as cp


def mixed(x, by: cp.float32, n):
    return x * by + n


def known(x: cp.float32, n: cp.int32 = 2):
    return x if n == 0 else known(x * 2, n - 1)


def nothing(X: cp.Array[cp.float32], at: cp.int32):
    X[at] = 0


def uncalled(x: cp.float32):
    return x + 1


def kernel(X: cp.Array[cp.float32], D: cp.Array[cp.float64]) -> None:
    X[idx] = mixed(X[idx], 2, idx) + known(X[idx])
    D[idx] = mixed(D[idx], 2, 0.5) + known(X[idx], n=3)
    nothing(X, 0)


def scale(X, by, n: cp.int32) -> None:
    X[idx] *= by + n
