# kernel : void (float* X, int n)
def kernel(X, n):
    print(X)
    print("pair", (n, 2))
    print("n", n, sep=n)
    print("n", n, end=f"{n}")
    print("n", n, file=n)
    print(*X)
    print(X[0:2], None)
    assert (n > 0, "positive")
    assert n > 0, f"n is {n}"
    assert n > 0, n
    assert n > 0, "\N{DASH}"
    print("\N{DASH}", r"\N{DASH}", f"{n}\N{DASH}")
    assert X
    x = print(n)
    x = print
