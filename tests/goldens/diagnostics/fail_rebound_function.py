# increased : float (float x)
def increased(x):
    return x + 1


before = increased

for increased in range(3):
    pass


# scaled : float (float x)
def scaled(x):
    return x * 2


scaled = 7


# kernel : void (float* X)
def kernel(X):
    X[0] = increased(X[0])
    X[1] = scaled(X[1])
    X[2] = before(X[2])
