# pycu2cu: --only-diagnostics
# scale : void (float* X, float alpha)
def scale(X, alpha=2.0):
    X[idx] *= alpha
