# axpy : float (float alpha, float x, float y)
def axpy(alpha, x, y):
    return alpha * x + y


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    Y[idx] = axpy(alpha, X[idx], Y[idx])
