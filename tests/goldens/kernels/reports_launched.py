# pycu2cu: --no-stubs
# helper : float (float x)
def helper(x):
    assert x >= 0, "negative: 100% sure?"
    return x ** 0.5


# kernel : void (float* X, int64 n, uint8 b)
def kernel(X, n, b):
    if idx == 0:
        print("hello \"world\"\t", n, X[idx], b + 1, idx < 2, "é %d", sep=", ", end="!\n")
    assert idx < len(X)
    X[idx] = helper(X[idx])


# loops : void (float* X)
def loops(X):
    s = 0.0
    for i in range(idx):
        s += X[i]
        assert s < 100 or i > 3, "large"
    X[idx] = s
    print()


# block : void (float* X)
def block(X):
    s = shared(float, 256)
    s[threadIdx.x] = X[idx]
    syncthreads()
    assert s[255 - threadIdx.x] >= 0
    print("done")
    syncthreads()
    X[idx] = s[255 - threadIdx.x]
