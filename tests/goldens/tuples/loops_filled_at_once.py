# steps : void (float* X, int* I, int a, int b, float x)
def steps(X, I, a, b, x):
    for d in (a, b, a + b):
        I[idx] += d
    for d, weight in ((-1, 0.25), (0, x), (1, X[idx])):
        X[idx + d] = weight
    for value in (X[0], X[1] * 2):
        X[2] = value


# Each value is there before the next one is made.
# counted : int (int* I, int n)
def counted(I, n):
    I[0] += 1
    return I[0] * n


# calls : void (int* I, int n)
def calls(I, n):
    for value, other in ((counted(I, n), n), (n + 1, counted(I, 2))):
        I[1] += value * other
    for value in (n, counted(I, n)):
        I[2] += value
