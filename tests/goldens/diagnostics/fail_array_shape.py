import cudapy as cp

HALF = 2.5


# kernel : void (float* X, int n)
def kernel(X, n):
    a = shared(float, n)
    b = shared(float, HALF)
    c = shared(float, 0)
    d = local(int, 4 - 8)
    e = shared(float, 1 << 30)
    f = shared(X, 4)
    g = shared(4, float)
    h = local(float)
    i = shared(int, count=4)
    j = cp.shared(cp.Void, 3)
    k = cp.shared(int, len(X))
    m = shared(float, (4, n))
    o = shared(float, (4096, 4096))
    p = shared(float, (2, 0))
    q = shared(float, ())
    r = local(int, (4, 4))
    r[0] = 1
