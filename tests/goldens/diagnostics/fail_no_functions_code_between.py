# kernel : void (int* A)
size = 3
def kernel(A):
    A[0] = size
