# kernel : void (float* X)
def kernel(X):
    float a = X[idx]
    int i;
    X[idx] = a + i
