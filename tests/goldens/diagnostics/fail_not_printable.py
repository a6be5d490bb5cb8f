# kernel : void (float* X, int n)
def kernel(X, n):
    print(X)
    print("pair", (n, 2))
    print(f"n is {n}")
    print("n", n, sep=n)
    print("n", n, file=n)
    print(*X)
    print(X[0:2], None)
    assert (n > 0, "positive")
    assert n > 0, f"n is {n}"
    assert n > 0, n
    assert X
    x = print(n)
    x = print
