# pycu2cu: --checked --no-stubs


# relaxed : void (float* X, float* Y, int steps)
def relaxed(X, Y, steps):
    for _ in range(steps):
        Y[idx] = (X[idx - 1] + X[idx + 1]) / 2
        grid_sync()
        X[idx] = Y[idx]
        grid_sync()
