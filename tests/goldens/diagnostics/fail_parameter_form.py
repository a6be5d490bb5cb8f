# kernel : void (float* X)
def kernel(*X):
    pass


# other : void (float* X)
def other(**X):
    pass


# third : void (float* X, int n)
def third(X, *, n):
    pass


# fourth : void (float* X, int n)
def fourth(X, /, n):
    pass
