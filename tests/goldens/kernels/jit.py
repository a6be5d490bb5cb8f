# pycu2cu: --no-stubs
# scale : void (bool twice, float factor, float* X, int64 n)
def scale(twice, factor, X, n):
    if idx < len(X) and idx < n:
        X[idx] *= factor * 2 if twice else factor


# called : void (int* X)
def called(X):
    X[idx] = idx


# calls : void (int* X, int* Y)
def calls(X, Y):
    called(X)
    called(Y)
