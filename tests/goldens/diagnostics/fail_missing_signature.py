# pycu2cu: --function scale
def scale(alpha, X):
    X[idx] *= alpha
