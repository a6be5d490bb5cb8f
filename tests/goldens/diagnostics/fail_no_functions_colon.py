# kernel void (int* A)
def kernel(A):
    A[0] = 1
