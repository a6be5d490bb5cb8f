# Names that the structs have otherwise.


# float_int : (float, int) (float x)
def float_int(x):
    n = int(x)
    return x - n, n


# parts : void (float* X, int* A)
def parts(X, A):
    float_int_ = float_int(X[idx])
    first, second = float_int_
    X[idx] = first
    A[idx] = second
