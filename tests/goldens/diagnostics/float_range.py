# pycu2cu: --only-diagnostics
BIG = 1e300


# scaled : void (float* X, half* H, double* D, float f)
def scaled(X, H, D, f):
    x = BIG
    D[0] = x
    D[1] = f * 1e300
    X[0] = 1e300
    X[1] = 1e-50
    X[2] = 1e300 if f > 0 else 0.0
    X[3] = -BIG
    X[4] = f * 1e300
    H[0] = 1e5
    H[1] = 65504.0 + H[0] * 1e5
    X[5] = float(1e300) + 1e38 + 1e300 * 1e-300 + 1e400
