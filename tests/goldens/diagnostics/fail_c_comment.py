# kernel : void (float* X)
def kernel(X):
    // clear the element
    X[idx] = 0.0
    /* and the next */
    X[idx + 1] = 0.0
