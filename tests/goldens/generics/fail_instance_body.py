# pycu2cu: --instance halve<int>
# half : T (T x)
def half(x):
    y = x / 2
    return y


# halve : void (T* X)
def halve(X):
    X[idx] = half(X[idx])
