DAY = 24 * 60 * 60
LEVELS = 4
STEP = -3


# What Python's operators give for literals is a literal; what reads the same in C++ stays as it is.
# literals : void (int* X, int64* L, float* F, int n)
def literals(X, L, F, n):
    X[0] = 2**9 + n
    X[1] = -7 // 2 + 7 % -4
    X[2] = 7 // 2 + 60 * 60 * n
    X[3] = n % 2**4
    for i in range(3**2):
        X[4] += i
    L[0] = 2**40 + n
    F[0] = F[1] * (1 / 3)
    X[5] = min(n, n) + max(len(X), len(X))


# A named constant says more than its value.
# named : void (int* X, int n)
def named(X, n):
    X[0] = DAY // 7 + n
    X[1] = 2**LEVELS
    for i in range(2**LEVELS):
        X[2] += i
    X[3] = LEVELS**3
    X[4] = n // STEP + 10 % STEP


# The opposite of a comparison is one, but for the order of floating numbers: neither x < y nor x >= y is true of NaN.
# opposites : void (int* X, float x, float y, int n)
def opposites(X, x, y, n):
    if not n == 3:
        X[0] = 1
    if not n < 3:
        X[1] = 1
    if not not n <= 3:
        X[2] = 1
    if not x < y:
        X[3] = 1
    if not x == y:
        X[4] = 1
    if not (0 <= n < 5 or x != 2):
        X[5] = 1
    while not n <= 3:
        n -= 1
    X[6] = n if not n != 2 else 7
    X[7] = not n


# rows : void (float[,] A, float[,,] B, float* S)
def rows(A, B, S):
    total = 0.0
    for row, same in zip(A, A):
        total += row[0] * same[1]
    for plane, same in zip(B[0], B[0]):
        total += plane[0] * same[0]
    S[idx] = total
