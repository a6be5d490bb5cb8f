# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)


# kernel : void (int* A)
def kernel(A):
    A[0] = apply(lambda x, k=3: x * k, A[0])
    A[1] = apply(lambda x, *y: x, A[0])
    A[2] = apply(lambda x: undefined(x), A[0])
    A[3] = apply(lambda *x: 3, A[0])
    A[3] = apply(lambda *, x: 3, A[0])
    A[3] = apply(lambda x, /: 3, A[0])
    A[3] = apply(lambda **x: 3, A[0])
    A[3] = apply(kernel, A[0])
