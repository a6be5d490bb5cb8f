# clamp : T (T x, T low, T high)
def clamp(x, low, high):
    """Keeps a value between two others."""
    if x < low:
        return low
    return high if x > high else x


# total : T (T* X)
def total(X):
    # a zero of the type that the elements have
    result = T(0)
    for x in X:
        result += x
    return result


# swap : (B, A) ((A, B) pair)
def swap(pair):
    return pair[1], pair[0]


# first : T (T x, U y)
def first(x, y):
    return x


# kernel : void (float* X, double* D, int* A)
def kernel(X, D, A):
    X[idx] = clamp(X[idx], 0, 1)
    D[idx] = clamp(D[idx], 0.5, X[idx])
    A[idx] = clamp(A[idx], -1, 1) + clamp(x=7, low=A[0], high=9)
    t = swap((A[idx], X[idx]))
    X[idx] += total(X) + t[0]
    A[idx] += total(A) + first(A[0], D)
