# pycu2cu: --optimize
# targets: cuda
import math


# Adds a multiple of one vector to another.
#
# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# picks : void (double* X, int* at, double* Y)
def picks(X, at, Y):
    Y[idx] = X[at[idx]]


# grey : void (uint8[,,] image, uint8[,] out)
def grey(image, out):
    red = int(image[idy, idx, 0])
    out[idy, idx] = uint8((77 * red + 150 * int(image[idy, idx, 1]) + 29 * int(image[idy, idx, 2])) >> 8)


# sums : void (float[,] A, float* out)
def sums(A, out):
    total = 0.0
    for v in A[idx]:
        total += v
    out[idx] = total


# pulls : void (float* x, float* y, float* out)
def pulls(x, y, out):
    own = x[idx]
    total = 0.0
    for j in range(len(x)):
        d = x[j] - own
        total += y[j] * d / math.sqrt(d * d + 0.01) + 1.0 / math.sqrt(d * d + 0.25)
    out[idx] = total


# counts : void (int* X, int* bins)
def counts(X, bins):
    if idx < len(X):
        atomicAdd(bins, X[idx], 1)


# Neighbours, and something else at the ends.
#
# edges : void (float* X, float* Y)
def edges(X, Y):
    if idx == 0:
        Y[idx] = 0.0
    elif idx < len(X) - 1:
        Y[idx] = X[idx - 1] + X[idx + 1]
    else:
        Y[idx] = 1.0
