# kernel : void (float* X)
def kernel(X):
    X[threadIdx] = blockIdx * blockDim.x
