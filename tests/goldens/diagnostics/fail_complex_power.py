# kernel : void (complex64* Z, int n)
def kernel(Z, n):
    Z[idx] = Z[idx] ** 0.5
    Z[idx] = Z[idx] ** n
    Z[idx] = 2 ** Z[idx]
    Z[idx] = pow(Z[idx], 101)
    Z[idx] **= 2
