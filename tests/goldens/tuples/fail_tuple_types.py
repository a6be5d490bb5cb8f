# one : (float) (float x)
def one(x):
    return x


# two : (float*, int) (float* x)
def two(x):
    return x, 1


# three : void ((float, void) x)
def three(x):
    pass


# four : void ((float, int)* X)
def four(X):
    pass
