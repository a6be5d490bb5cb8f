# pycu2cu: --only-diagnostics
import cudapy as cp


@cp.struct
class Pair:
    near: cp.float32
    far: cp.float64


# parts : (double, int) (double x)
def parts(x):
    return x, 1


# kernel : void (Pair* P, float* X, int* Y)
def kernel(P, X, Y):
    if idx < len(P):
        X[idx] = P[idx].far
        own = P[idx]
        X[idx] = own.far
        X[idx], Y[idx] = parts(own.far)
