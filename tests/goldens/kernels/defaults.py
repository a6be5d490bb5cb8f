# clamp : float (float x, float low, float high)
def clamp(x, low=0.0, high=1.0):
    return min(max(x, low), high)


# defaults : void (float* X)
def defaults(X):
    X[0] = clamp(X[0])
    X[1] = clamp(X[1], -1.0)
    X[2] = clamp(X[2], high=2.0)
    X[3] = clamp(high=X[4], x=X[3], low=-X[4])
