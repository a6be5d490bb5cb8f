import cudapy as cp


# scale : void (float* X)
@cp.kernel("void (double*)")
def scale(X):
    X[idx] *= 2.0
