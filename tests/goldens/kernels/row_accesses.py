# targets: cpu
# Threads that each go along a row of their own: on the CPU a thread takes a few elements before the next
# thread does.
import math


# sums : void (float[,] A, float* out)
def sums(A, out):
    total = 0.0
    for v in A[idx]:
        total += v  # in the order of the row
    out[idx] = total


# product : void (double[,] A, double* x, double* y)
def product(A, x, y):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idx, k] * x[k]
    y[idx] = total


# spread : void (uint8[,] A, uint8[,] B)
def spread(A, B):
    most = 0
    for k in range(1, A.shape[1]):
        if A[idx, k] > most:
            most = int(A[idx, k])
    for k in range(A.shape[1]):
        B[idx, k] = uint8(most - A[idx, k])


# columns : void (float[,] A, float* out)
def columns(A, out):
    """Neighbouring threads load neighbouring elements, which vectors of threads do at once."""
    total = 0.0
    for k in range(A.shape[0]):
        total += A[k, idx]
    out[idx] = total


# exponentials : void (float[,] A, float* out)
def exponentials(A, out):
    """A function of the C library is in the loop."""
    total = 0.0
    for v in A[idx]:
        total += math.exp(v)
    out[idx] = total


# weights : void (float[,] A, float* w, float* out)
def weights(A, w, out):
    """Elements of a row and neighbouring elements are in one loop."""
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idx, k] * w[idx + k]
    out[idx] = total
