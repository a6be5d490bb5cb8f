# pycu2cu: --function scael
# scale : void (float* X)
def scale(X):
    X[idx] *= 2.0
