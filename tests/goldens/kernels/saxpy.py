# pycu2cu: --header
from cudapy import idx


# Adds a multiple of one vector to another.
# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    """Y = alpha X + Y, for as many elements as X has."""
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]
