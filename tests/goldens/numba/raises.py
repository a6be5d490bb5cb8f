# pycu2cu: --dialect numba
# A raise ends the thread.


# raises : void (float* X)
def raises(X):
    for i in range(len(X)):
        if X[i] < 0:
            raise ValueError("negative")  # and nobody is told
        X[i] += 1
