# pycu2cu: --dialect numba
# A kernel that is called as a function has no result by which it could say that it ended the thread.


# root : void (float* X)
def root(X):
    if X[0] < 0:
        raise ValueError("negative")


# calls : void (float* X)
def calls(X):
    root(X)
