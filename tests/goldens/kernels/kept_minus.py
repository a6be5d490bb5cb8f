# targets: cuda


# negated : int (int x)
def negated(x):
    return -x


# least : void (int* A, int* R, int n)
def least(A, R, n):
    R[idx] = min(A[idx], -A[idx + 32], A[idx + 64])
    lowest = 0
    for i in range(n):
        lowest = min(lowest, negated(A[i]))
    R[idx + 32] = max(lowest, 0 - A[idx], -1 * R[idx])
    R[idx + 64] = -3
