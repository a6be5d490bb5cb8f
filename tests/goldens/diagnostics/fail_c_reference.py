# kernel : void (float& X)
def kernel(X):
    pass
