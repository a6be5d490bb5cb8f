SCALE = 1.0
SCALE = 2.0

if SCALE > 1:
    LIMIT = 3


# kernel : void (float* X)
def kernel(X):
    X[idx] *= SCALE
    X[idx] += LIMIT
