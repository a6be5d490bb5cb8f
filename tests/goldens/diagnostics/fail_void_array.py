# kernel : void (void* X)
def kernel(X):
    pass
