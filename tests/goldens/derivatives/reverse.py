# pycu2cu: --vjp saxpy --vjp product --vjp newton --vjp changed --vjp march --vjp settle --vjp along --vjp wander --vjp lists
import math


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


# product : void (double[,] A, double[,] B, double[,] C)
def product(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


# newton : void (double* X, double* Y)
def newton(X, Y):
    x = X[idx]
    # a few steps
    for _ in range(20):
        x -= (x * x - X[idx]) / (2 * x)
    Y[idx] = x


# changed : void (double* X, double* Y)
def changed(X, Y):
    if idx >= len(X):
        return
    X[idx] *= Y[idx]
    Y[idx] = math.sin(X[idx]) * math.exp(Y[idx])


# grown : double (double x, double y)
def grown(x, y):
    return x * y if x > y else x / y


# march : void (double* X, double* Y)
def march(X, Y):
    t = X[idx]
    for _ in range(50):
        d = grown(t, 0.5)
        if d > 9:
            break
        t += d * 0.5
    atomicAdd(Y, idx // 2, t)


# settle : void (double* X, double* Y)
def settle(X, Y):
    while X[idx] > 0.1:
        X[idx] = math.sin(X[idx]) * 0.9
        if X[idx] < Y[idx]:
            Y[idx] *= X[idx]


# along : void (double[,] A, int n)
def along(A, n):
    for _ in range(n):
        for j in range(1, A.shape[1]):
            A[idx, j] *= A[idx, j - 1]


# wander : void (double* X, int n)
def wander(X, n):
    rng = random_state(n, idx)
    x = X[idx]
    for _ in range(n):
        x += 0.1 * x * normal(rng, 0.0, 1.0)
    X[idx] = x * x


# lists : void (double** R, double* Y)
def lists(R, Y):
    for x in R[idx]:
        Y[idx] += x * x
