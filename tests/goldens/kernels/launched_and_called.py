# pycu2cu: --header
# clear : void (float value, float* X)
def clear(value, X):
    """Sets the thread's element, when there is one."""
    if idx < len(X):
        X[idx] = value


# clear_both : void (float* X, float* Y)
def clear_both(X, Y):
    clear(0.0, X)
    clear(1, Y)
