# pycu2cu: --dialect numba
# Literals are int64 and double, integers are computed in 64 bits, and stores convert as C does.
import math

SCALE = 2


# numbers : void (float* X, float* Y, int* A, uint32* U, int n)
def numbers(X, Y, A, U, n):
    for i in range(n):
        Y[i] = X[i] * 2 + X[i] * SCALE
        Y[i] = X[i] * 2.5
        Y[i] = X[i] + A[i]
        A[i] = A[i] * A[i] + 1
        U[i] = U[i] * 1664525 + 1013904223
        A[i] = X[i]
        A[i] = n / 2 + n // 3 + n % 4
        Y[i] = X[i] ** 2 + math.sqrt(A[i]) + math.sin(X[i])
        A[i] = -U[i] + (~A[i] << 3) + (U[i] >> 1)
        U[i] ^= U[i] >> 16


# locals : void (float* X, int* A, int n)
def locals(X, A, n):
    total = 0
    count = 0
    for i in range(len(X)):
        total += X[i]
        if X[i] > 1 and A[i] != 2:
            count += 1
    X[0] = total
    A[0] = count
    flag = n > 3
    A[1] = ~flag
    A[2] = A[1] if flag else X[1]
    A[3] = max(n, 3)
    A[4] = min(X[2], n)
