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
