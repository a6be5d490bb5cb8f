import math


# kernel : void (complex64* Z, float* X, int* I)
def kernel(Z, X, I):
    z = Z[idx]
    if z < 1j:
        Z[idx] = z // 2
    Z[idx] = z % Z[idx + 1]
    X[idx] = math.sin(z)
    X[idx] = float(z)
    I[idx] = I[z]
    Z[idx] = max(z, 1)
    Z[idx] = ~z
    I[idx] = I[idx] << z
    print(z)
    for i in range(z):
        X[i] = 0
    Z[idx] = complex(z, 1)
    X[idx] = round(2j)
