# add : float (float a, float b)
def add(a, b):
    return a + b


# twice : T (T(T) f, T x)
def twice(f, x):
    return f(f(x))


# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    """From the left, as functools.reduce does."""
    result = start
    for x in X:
        result = f(result, x)
    return result


# apply : R (R(A) f, A x)
def apply(f, x):
    return twice(lambda y: y + 1, f(x))


SCALE = 3


# kernel : void (float* X, int* A, double* D)
def kernel(X, A, D):
    X[idx] = fold(add, X, 0.0)
    A[idx] = fold(lambda n, x: n + 1 if x > 0 else n, X, 0)
    X[idx] += twice(lambda x: x * SCALE, X[idx])
    D[idx] = apply(lambda n: n / 2, A[idx])
    X[idx] = fold(f=lambda best, x: x if x > best else best, X=X, start=X[0])
    lo, hi = fold(lambda t, x: (min(t[0], x), max(t[1], x)), X, (X[0], X[0]))
    X[idx] = hi - lo
