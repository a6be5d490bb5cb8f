# pycu2cu: --optimize


# Neighbours along x and y: rows that groups share, and windows of one row.
#
# stencil : void (float[,] u, float[,] v)
def stencil(u, v):
    h, w = u.shape
    if 0 < idx < w - 1 and 0 < idy < h - 1:
        v[idy, idx] = 0.25 * (u[idy, idx - 1] + u[idy, idx + 1] + u[idy - 1, idx] + u[idy + 1, idx])


# Windows wider than a group, with words in them, and an element that is in none.
#
# smooth : void (int* X, int16* Z, int* Y)
def smooth(X, Z, Y):
    if 4 <= idx < len(X) - 9:
        Y[idx] = 3 * X[idx - 4] - X[idx - 2] * 7 + X[idx] + Z[idx + 1] * X[idx + 3] - X[idx + 9] + Z[idx - 1]


# Two windows that do not touch.
#
# apart : void (double* X, double* Y)
def apart(X, Y):
    if 1 <= idx < len(X) - 14:
        Y[idx] = X[idx - 1] + X[idx] + X[idx + 12] * X[idx + 13]
