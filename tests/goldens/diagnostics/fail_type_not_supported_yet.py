# kernel : void (long4* X)
def kernel(X):
    pass


# third : void (float*** X)
def third(X):
    pass

