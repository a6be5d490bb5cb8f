# mixed : void (bool p, int i, int64 n, float x, double d, float* F, double* D)
def mixed(p, i, n, x, d, F, D):
    F[0] = i
    F[1] = i * x
    F[2] = i / 2
    F[3] = p + x
    F[4] = p
    D[0] = n * x
    D[1] = n / i
    D[2] = d * x
    D[3] = i * d
    D[4] = x
    D[5] = i / 3


# casts : void (int i, float x, double d, int* I, int64* L, bool* P)
def casts(i, x, d, I, L, P):
    I[0] = int(x)
    I[1] = int(d)
    I[2] = int(i > 2)
    I[3] = i > 2
    L[0] = int64(x)
    L[1] = i
    L[2] = int64(i) * i
    P[0] = bool(i)
    P[1] = bool(x)
    P[2] = not i
    P[3] = i == 3


# weak : void (double d, float x, double* D, float* F)
def weak(d, x, D, F):
    acc = 0
    for i in range(10):
        acc += x
    F[0] = acc
    D[0] = 0.1 * d
    F[1] = 0.1 * x
    F[2] = 1 / 3
    F[3] = 2 * x + 1
    count = 0
    count += 1
    F[4] = count
