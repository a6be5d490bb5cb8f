# kernel : void (flaot* X)
def kernel(X):
    pass


# other : void (matrix X)
def other(X):
    pass
