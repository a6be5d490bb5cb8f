import cudapy as cp
from cudapy import idx


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]
