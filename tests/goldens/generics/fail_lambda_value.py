# kernel : void (float* A)
def kernel(A):
    A[0] = lambda x: x
    A[1] = 1.0 + (lambda x: x)
