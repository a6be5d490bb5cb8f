"""Loops over tuples of the kernel's values, and vectors taken apart."""


# pair : (float, float) (float x)
def pair(x):
    return x, 2 * x


# neighbours : void (float[,] A, float[,] B)
def neighbours(A, B):
    total = 0.0
    for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        total += A[idy + di, idx + dj]
    left, right = A[idy, idx - 1], A[idy, idx + 1]
    for side in (left, right, 0.5):
        if side < 0:
            continue
        total += side
    B[idy, idx] = total


# search : void (float* X, int* found, float2* V)
def search(X, found, V):
    a, b = V[idx]
    for i, x in enumerate((X[idx], a, b)):
        if x > 1:
            found[idx] = i
            break
    else:
        found[idx] = -1
    for lo, hi in ((a, b), pair(X[idx])):
        X[idx] += hi - lo
    for part in pair(a):
        X[idx] *= part
    for component in V[idx]:
        X[idx] -= component
