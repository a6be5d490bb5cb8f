import math


# What a function gives in two is a tuple like any other.
# parts : void (float* X, double* D, int* I, float x, double d, int a, int b)
def parts(X, D, I, x, d, a, b):
    X[0] = math.frexp(x)[0]
    I[0] = math.frexp(x)[1]
    X[1] = math.modf(x)[0]
    X[2] = math.modf(x * 2)[1]
    D[0] = math.frexp(d)[0]
    D[1] = math.modf(d)[1]
    I[1] = divmod(a, b)[0]
    I[2] = divmod(a + I[5], b)[1]
    I[3] = (a, b)[-1]
    I[4] = math.frexp(a)[1]
    whole = math.modf(x)
    X[3] = whole[0] - whole[1]
    if math.frexp(x)[0] > 0.75 and math.modf(X[4])[0] < 0.5:
        X[4] = 1
