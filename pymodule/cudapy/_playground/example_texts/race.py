import cudapy as cp
from cudapy import idx


# Two threads may read the same count, and each writes it back with
# one more. Run it: the checked mode names the threads, and says what
# to write instead.
@cp.kernel("void (int* X, int* H)")
def histogram(X, H):
    if idx < len(X):
        H[X[idx]] += 1
