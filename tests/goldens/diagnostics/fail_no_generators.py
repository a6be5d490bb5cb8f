# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    yield n
    a = yield
    async def inner():
        pass
    X[idx] = await n
