import cudapy as cp


@cp.kernel("scael : void (float* X)")
def scale(X):
    X[idx] *= 2.0
