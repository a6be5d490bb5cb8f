# kernel : void (unsigned int* X)
def kernel(X):
    pass


# other : void (long X, char* Y)
def other(X, Y):
    pass
