# targets: cpu
"""Kernels that the CPU target also has as strips: loops in helpers, under guards, with returns from several depths."""


# steps : int (int n)
def steps(n):
    count = 0
    while n != 1:
        if count > 100:
            return -1
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        count += 1
    return count


# first_above : int (float x, float limit, int most)
def first_above(x, limit, most):
    if x > limit:
        return 0
    for i in range(most):
        for j in range(2):
            x = x * 1.5 + j
            if x > limit:
                return 2 * i + j
        if x < -limit:
            return -i
    return -1


# collatz : void (int* N, int* R)
def collatz(N, R):
    if idx < len(N):
        R[idx] = steps(N[idx]) + steps(2 * N[idx])


# rises : void (float* X, int* R)
def rises(X, R):
    R[idx] = first_above(X[idx], 100.0, 8) if X[idx] < 50 else 7
    r = first_above(X[idx], 10.0, 8)
    R[idx] += r
