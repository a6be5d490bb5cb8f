import operator


# kernel : void (float* X, int* I)
def kernel(X, I):
    X[idx] = operator.getitem(X, 0)
    I[0] = operator.is_(I[1], I[2])
    I[1] = operator.plus(I[1], I[2])
    I[2] = operator.add(I[1])
    I[3] = operator.index(X[0])
    I[4] = operator.lshift(X[0], 1)
    I[5] = operator
