# pycu2cu: --no-stubs


# Here no thread can end by itself.
# settle : void (float* X, float* Y, int steps)
def settle(X, Y, steps):
    assert steps > 0
    for _ in range(steps):
        Y[idx] = X[len(X) - 1 - idx] / 2
        grid_sync()
        assert Y[idx] < 100, "it grows"
        X[idx] = Y[idx]
        grid_sync()
