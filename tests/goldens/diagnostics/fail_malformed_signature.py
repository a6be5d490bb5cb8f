# kernel : void float* X
def kernel(X):
    pass


# other : void (float* X
def other(X):
    pass


# third : (float* X)
def third(X):
    pass


# fourth : void (float* X,)
def fourth(X):
    pass
