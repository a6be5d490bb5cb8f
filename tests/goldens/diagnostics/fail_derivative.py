# pycu2cu: --jvp gamma --jvp largest --jvp deep --jvp old --jvp missing
import math


# gamma : void (double* X)
def gamma(X):
    X[idx] = math.tgamma(X[idx])


# largest : void (double* X, double* Y)
def largest(X, Y):
    Y[idx] = math.nextafter(X[idx], 1.0) if idx < 0 else X[idx]


# power : double (double x, int n)
def power(x, n):
    if n == 0:
        return 1.0
    return x * power(x, n - 1)


# deep : void (double* X)
def deep(X):
    X[idx] = power(X[idx], 3)


# fine : void (double* X)
def fine(X):
    X[idx] = math.tgamma(X[idx])


# old : void (double* X, double* Y)
def old(X, Y):
    Y[idx] = atomicAdd(X, 0, Y[idx])
    atomicMax(X, 1, Y[idx])
