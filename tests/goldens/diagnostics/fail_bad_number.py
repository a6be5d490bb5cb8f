# kernel : void (float* X)
def kernel(X):
    a = 012
    b = 0b102
    c = 1.5f
    d = 0x
    e = 1__000
    X[idx] = a + b + c + d + e
