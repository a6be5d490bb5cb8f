EMPTY = ()
RAGGED = ((1, 2), (3,))
PAIRS = ((1, 2), (3, 4))
ROW = (1, 2)


# kernel : void (int* Y, int n)
def kernel(Y, n):
    Y[0] = EMPTY[n]
    Y[1] = RAGGED[n][0]
    Y[2] = PAIRS[n]
    Y[3] = PAIRS[n, 0]
    Y[4] = ROW[0:1]
    Y[5] = ROW[n][0]
    Y[6] = PAIRS[n][2]
    for x in PAIRS:
        Y[7] = x
    for x, y in ROW:
        Y[8] = x
    for x, y, z in PAIRS:
        Y[9] = x
    for x in (1, n):
        Y[10] = x
    ROW[n] = 3
    ROW[0][n] = 3
    (a, b), c = n, 1
    (a, b), c = (1, 2, 3), 1
