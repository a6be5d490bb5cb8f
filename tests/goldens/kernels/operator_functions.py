import operator
import operator as op
from operator import floordiv, not_


# kernel : void (int* I, float* X, bool* B)
def kernel(I, X, B):
    i = I[idx]
    x = X[idx]
    I[idx] = operator.add(i, operator.mul(i, 3)) + floordiv(i, 4)
    I[0] = op.index(i) + operator.abs(i) + op.invert(i)
    X[idx] = operator.truediv(x, 2) - operator.neg(x)
    X[0] = operator.pow(x, 2)
    B[idx] = operator.lt(x, i) and not_(i)
    B[0] = operator.truth(x)
