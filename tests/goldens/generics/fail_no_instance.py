# zipWith : void (R(A, B) f, A* X, B* Y, R* Z)
def zipWith(f, X, Y, Z):
    Z[idx] = f(X[idx], Y[idx])
