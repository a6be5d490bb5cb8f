# targets: cuda


# apart : void (float* X, int* I, float* Y)
def apart(X, I, Y):
    """I is of a type that nothing writes; X might be Y."""
    Y[idx] = X[I[idx]]


# store : void (int i, float* Y)
def store(i, Y):
    Y[i] = 1


# in_callee : void (float* X, float* Y)
def in_callee(X, Y):
    store(int(X[idx]), Y)


# nothing : void (float* X)
def nothing(X):
    x = X[0]
