# pycu2cu: --header
# A kernel that reads the grid's size runs whole blocks: each element once, whatever the number of threads.
from cudapy import gridsize


# add_one : void (float* X)
def add_one(X):
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        X[i] += 1


# add_two : void (float* X)
def add_two(X):
    for i in range(idx, len(X), gridsize.x):
        X[i] += 2


# stride : int (int factor)
def stride(factor):
    return factor * gridsize.y


# rows : void (int[,] A)
def rows(A):
    i = idy
    while i < len(A):
        if idx < A.shape[1]:
            A[i, idx] += 1
        i += stride(1)
