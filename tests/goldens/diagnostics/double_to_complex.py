# pycu2cu: --only-diagnostics
# kernel : void (complex64* Z, complex128* W, double d)
def kernel(Z, W, d):
    Z[idx] = W[idx]
    Z[idx] += d
    Z[idx] = complex64(W[idx])
