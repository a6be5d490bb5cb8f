# kernel : void (float* X)
def kernel(X):
    if idx > 0 && idx < 9 || !(idx == 4):
        X[idx]++
    --X[idx]
