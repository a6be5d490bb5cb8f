# next_value : int (int* X)
def next_value(X):
    X[0] += 1
    return X[0]


# comparisons : void (int a, int b, int c, int* R, int* X)
def comparisons(a, b, c, R, X):
    R[0] = a < b
    R[1] = a < b < c
    R[2] = a == b != c
    R[3] = a < next_value(X) <= c
    R[4] = (a < b) == (b < c)
    R[5] = not a < b
    R[6] = 1 <= a <= 10


# logic : void (int a, int b, float x, int* R, float* F)
def logic(a, b, x, R, F):
    R[0] = a and b
    R[1] = a or b
    R[2] = a > 0 and b > 0 or a < b
    R[3] = not (a and b)
    F[0] = x or 1.0
    F[1] = x and a
    if a and x:
        R[4] = 1
    if a and (b or x) and not x > 2:
        R[5] = 1


# choices : void (int a, int b, float x, int* R, float* F)
def choices(a, b, x, R, F):
    R[0] = a if a > b else b
    R[1] = a if a > b else b if b > 3 else 7
    F[0] = (x if x > 0 else 0) + 1
    F[1] = a if a > b else x
