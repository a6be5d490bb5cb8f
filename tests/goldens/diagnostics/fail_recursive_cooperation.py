# down : void (int* X, int n)
def down(X, n):
    X[idx] += n
    syncthreads()
    if n > 0:
        down(X, n - 1)


# scratch : int (int n)
def scratch(n):
    memory = shared(int, 4)
    memory[0] = n
    return scratch(n - 1) if n > 0 else memory[0]


# kernel : void (int* X)
def kernel(X):
    X[0] = scratch(3)
