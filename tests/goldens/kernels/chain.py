# pycu2cu: --header
# multiply : void (int alpha, int* X, int* result)
def multiply(alpha, X, result):
    result[idx] = X[idx] * alpha


# add : void (int* Y, int* result)
def add(Y, result):
    result[idx] += Y[idx]
