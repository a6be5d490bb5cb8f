# extremes : void (float* X, int* A, int** rows)
def extremes(X, A, rows):
    for x in (-float(2), 100.0):
        X[0] += x
    for x in (float(3), -1.5, int(2)):
        X[1] += x
    A[0] = len(rows[-2147483648])
    A[1] = len(rows[-9223372036854775808])
    A[2] = A[-2147483648] + A[-2147483647] + A[2147483647]
    A[3] = A[-9223372036854775808] + A[-9223372036854775807]
    A[-2147483648] = rows[-2147483648][-2147483648]
