# pycu2cu: --only-diagnostics
# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    if n > 0:
        a = 1.0
    X[idx] = a
    for i in range(n):
        b = X[i]
    X[idx] += b
    X[i] = 2.0
    for j in range(n):
        if j > 0:
            X[j] = last
        last = X[j]
    for k in range(3):
        c = 1.0
    X[k] = c
