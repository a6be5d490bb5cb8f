# kernel : void (float* X, int[,] M, int n, float** L)
def kernel(X, M, n, L):
    missing = unknown
    X["a"] = 2.0
    X["a"] += X[f"{n}"]
    M[0, "b"], n = 1, M["c"]["d"]
    L["e"][0] = L[0]["f"]
    X[0] = (1, b"g")[1]
    row = M["h"]
