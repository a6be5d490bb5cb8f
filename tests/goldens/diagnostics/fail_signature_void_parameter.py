# kernel : void (void)
def kernel():
    pass


# other : void (void X)
def other(X):
    pass
