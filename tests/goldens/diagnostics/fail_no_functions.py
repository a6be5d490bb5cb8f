import math


def saxpy(alpha, X, Y):
    Y[idx] = alpha * X[idx] + Y[idx]
