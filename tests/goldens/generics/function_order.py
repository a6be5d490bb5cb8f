# compose : void (C(B) g, B(A) f, A* X, C* Y)
def compose(g, f, X, Y):
    Y[idx] = g(f(X[idx]))


# at : A (A(B) g, B(int) f)
def at(g, f):
    return g(f(idx))


# kernel : void (float* X)
def kernel(X):
    X[idx] = at(lambda x: x * 0.5, lambda i: X[i])
    X[idx] += at(lambda pair: pair[0] + pair[1], lambda i: (i, X[i]))
