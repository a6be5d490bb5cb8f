# pycu2cu: --only-diagnostics
# kernel : void (half* X, bfloat16* Y, double* D, float f)
def kernel(X, Y, D, f):
    X[idx] = f
    X[idx] = D[idx]
    Y[idx] = X[idx] + D[idx]
    X[idx] = half(D[idx])
