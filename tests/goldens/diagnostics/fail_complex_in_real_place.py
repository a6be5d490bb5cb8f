# kernel : void (complex64* Z, float* X, int* I, bool* B)
def kernel(Z, X, I, B):
    X[idx] = Z[idx] * 2
    I[idx] = 2j
    x = 0.5
    X[idx] += Z[idx]
    B[idx] = Z[idx]
    X[idx] = real(Z[idx])


# real : float (complex64 z)
def real(z):
    return z
