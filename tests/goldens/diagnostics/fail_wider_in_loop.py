# half_of : float (int n, int x)
def half_of(n, x):
    return n / x


# kernel : void (float* X, int* A)
def kernel(X, A):
    result = 1
    for a in A:
        result = half_of(result, a)
    X[idx] = result
