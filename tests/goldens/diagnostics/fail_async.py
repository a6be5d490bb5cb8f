# kernel : void (float* X)
async def kernel(X):
    X[idx] = 1
