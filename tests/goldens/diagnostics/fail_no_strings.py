# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    X[0] = float("inf")
    X[1] = float(" -Infinity ") + float("nan")
    Y[0] = int("12") + int("twelve")
    name = 'saxpy'
    X[idx] = 'a' + name
    label = f'{n}'
