# kernel : void (uint64* W, int64* L, int8 small, int n, float x)
def kernel(W, L, small, n, x):
    W[0] = W[1] + n
    W[1] += n
    W[2] = max(W[3], small, 2)
    if W[4] > L[1] > n:
        W[4] = -5
    W[5] = n if x > 0 else W[6]
    W[6] = W[0] or n
    q, r = divmod(W[0], n)
    W[7] = W[0] - -1
    total = 0
    total += W[0]
    W[8] = uint64(n) + 1
