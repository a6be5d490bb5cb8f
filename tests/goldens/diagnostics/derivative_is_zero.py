# pycu2cu: --jvp steps --jvp counts --jvp halves --jvp kept --jvp filled
import math


# steps : void (double* X, double* Y)
def steps(X, Y):
    Y[idx] = math.floor(X[idx])


# counts : void (double a, double* X, double* Y)
def counts(a, X, Y):
    n = 0
    for x in X:
        if x > a:
            n += 1
    Y[0] = n * 0.5


# halves : void (float* X, float* Y)
def halves(X, Y):
    half = X[idx] // 2
    Y[idx] = half


# kept : void (double* X, double* Y)
def kept(X, Y):
    Y[idx] = X[int(X[0])] * math.floor(X[idx])
    X[idx] += math.floor(Y[idx])


# filled : void (double* X)
def filled(X):
    X[idx] = 1.0
