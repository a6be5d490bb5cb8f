N = 4


# kernel : void (float* X, int n)
def kernel(X, n):
    X[0] = shared(float, N)[0]
    a, b = shared(float, N), shared(int, N)
    c = d = local(float, N)
    if n > 1:
        e = shared(float, N)
    for i in range(n):
        f = local(float, N)
    g = shared(float, N)
    g = shared(float, N)
    h = shared(int, N)
    h = 1
    n = shared(int, N)
    X[0] = k[0]
    k = shared(float, N)
