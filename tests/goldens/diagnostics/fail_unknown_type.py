# kernel : void (flaot* X)
def kernel(X):
    pass


# other : void (matrix X)
def other(X):
    pass


# short : void (f32* X, i64 n, u8* Y, np.float32* Z, numpy.matrix W, f8 v)
def short(X, n, Y, Z, W, v):
    pass
