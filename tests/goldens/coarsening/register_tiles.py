# pycu2cu: --optimize
# targets: cuda


# Register tiles wider than a coarsened thread, with vectors in them, and an element that is in none.
#
# smooth : void (int* X, int16* Z, int* Y)
def smooth(X, Z, Y):
    if 4 <= idx < len(X) - 9:
        Y[idx] = 3 * X[idx - 4] - X[idx - 2] * 7 + X[idx] + Z[idx + 1] * X[idx + 3] - X[idx + 9] + Z[idx - 1]


# Two register tiles that do not touch.
#
# apart : void (double* X, double* Y)
def apart(X, Y):
    if 1 <= idx < len(X) - 14:
        Y[idx] = X[idx - 1] + X[idx] + X[idx + 12] * X[idx + 13]
