# again : int (int n)
def again(n):
    if n > 0:
        return again(n - 1) + popc(activemask())
    return 0


# kernel : void (int* X)
def kernel(X):
    if idx < 10 and any_sync(0xffffffff, X[0] > 0):
        X[0] = again(3)
