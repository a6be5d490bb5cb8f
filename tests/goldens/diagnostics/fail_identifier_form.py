µ = 2
Ⅳ = 4

# kernel : void (int* X)
def kernel(X):
    ﬁ = idx
    fi = idx
    Ⅳ = 3
    ℕ = 1
    é = 1
    x̄ = 1
    KÅ = 1
    X[ﬁ] = μ + ℕ + x̄ + fi
