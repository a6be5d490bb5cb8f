# pycu2cu: --checked --no-stubs


# A variable that some path has not assigned has a flag next to it.
# branches : void (int* X, float* Y, int n, int step)
def branches(X, Y, n, step):
    if n > 3:
        a = X[0]
    X[1] = a
    for i in range(0, n, step):
        total = Y[i]
    Y[0] = total + i
    b = X[2]
    X[3] = b
    while X[4] > 0:
        c = 1.5
        if X[5]:
            break
    c += Y[1]
    Y[2] = c


# known : void (int* X, int n)
def known(X, n):
    for i in range(idx, n, blockDim.x * gridDim.x):
        X[i] = 1
    for i in range(n, 0, -2):
        X[i] = 2
