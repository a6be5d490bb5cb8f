import scipy.special
from scipy.constants import g


# fall : void (float* X)
def fall(X):
    X[idx] = X[idx] * g + scipy.special.gamma(X[idx])
