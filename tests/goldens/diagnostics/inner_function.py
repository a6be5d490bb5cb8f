# pycu2cu: --only-diagnostics
import cudapy as cp


def make(n):
    # add : void (int* X)
    def add(X):
        X[idx] += n

    def other(x):
        return x

    return add


def decorated(n):
    @cp.kernel(target="cpu")
    def by_decorator(X: cp.Array[cp.int32]):
        X[idx] += n

    return by_decorator


class Kernels:
    @staticmethod
    def inside(X: cp.Array[cp.int32]):
        X[idx] += 1


# kernel : void (int* X)
def kernel(X):
    X[idx] += 2
