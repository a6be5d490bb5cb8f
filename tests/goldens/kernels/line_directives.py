# pycu2cu: --line-directives --no-stubs
# add : float (float a, float b)
def add(a, b):
    return a + b


# lines : void (int n, float* X)
def lines(n, X):
    # A comment.

    if n > 3:
        X[0] = add(X[0],
                   1.0)
    elif n > 2:

        X[1] = 2
    else:
        X[2] = 3
    for i in range(n):
        X[i], X[i + 1] = X[i + 1], X[i]
    X[3] = 4
