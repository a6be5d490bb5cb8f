WEIGHTS = [1.0, 2.0, 3.0]
NAME = 'blur'


# kernel : void (float* X)
def kernel(X):
    X[idx] *= WEIGHTS[0]
    X[idx] += NAME
