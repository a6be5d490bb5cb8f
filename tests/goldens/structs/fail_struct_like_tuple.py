import cudapy as cp


@cp.struct
class float_int:
    x: cp.float32


# pair : (float, int) (float x)
def pair(x):
    return x, 1


# kernel : void (float_int* A)
def kernel(A):
    x, n = pair(A[idx].x)
    A[idx].x = x * n
