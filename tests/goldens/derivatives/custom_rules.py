# pycu2cu: --vjp kernel
import cudapy as cp


def product_vjp(x, n, y, bar):
    return bar * y, bar * x


@cp.custom_vjp(product_vjp)
def product(x, n, y):
    return x * y + n


# root_vjp : double (double a, double bar)
def root_vjp(a, bar):
    return bar / (2.0 * root(a))


# root : double (double a)
@cp.custom_vjp(root_vjp)
def root(a):
    x = a
    for _ in range(60):
        x = 0.5 * (x + a / x)
    return x


# kernel : void (double* X, double* Y)
def kernel(X, Y):
    x = root(X[idx])
    for k in range(3):
        x = product(x, k, root(x))
    Y[idx] = x
