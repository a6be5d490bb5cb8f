import math


# doubles : void (double* X, int n)
def doubles(X, n):
    h = 1.0 / n
    dt = 0.1
    X[idx] += h * math.cos(-2 * math.pi * idx / n) + dt
    X[idx] = idx / n + math.sqrt(n) * 0.5
    for w in (0.1, 0.2):
        X[idx] += w * n
    X[idx] += float(n)


# floats : void (float* X, int n)
def floats(X, n):
    h = 1.0 / n
    X[idx] += h * math.cos(-2 * math.pi * idx / n)
    X[idx] += n ** 0.5 / 3


# integers : void (int* X, int n)
def integers(X, n):
    X[idx] = int(math.sqrt(idx * 0.5))
    X[idx] += int(idx / n) + math.floor(idx / 3) + math.ceil(n / X[idx]) + round(n / 7)


# mixed : void (float* F, double* D, int64* L, int n)
def mixed(F, D, L, n):
    w = 1.0 / n
    F[idx] = F[idx] * (1.0 / n)
    D[idx] = D[idx] / (idx / n) + w
    D[idx] = F[idx] * F[idx]
    D[idx] = half_of(D[idx])
    D[idx] = double(F[idx] * 2)
    D[idx] = F[idx]
    F[idx] = L[idx]
    F[idx] = float(L[idx])
    F[idx] = L[idx] / 3
    L[idx] = int64(L[idx] / n)


# half_of : float (float x)
def half_of(x):
    return x * 0.5
