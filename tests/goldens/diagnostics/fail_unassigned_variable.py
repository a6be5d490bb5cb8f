# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[idx] = total
    total = 0.0
    for i in range(n):
        total += X[i]
        count += 1
    count = 0
