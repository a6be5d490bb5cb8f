# pycu2cu: --dialect numba
# Lists have rows of several lengths, so that they have no transpose and no other shape.


# transposed : void (int* A, int** B)
def transposed(A, B):
    for x, w in zip(A, B.T):
        A[0] = x + w
    A[1] = len(B.T)
    B.T[0][0] = 2


# reshaped : void (int* A, int** B)
def reshaped(A, B):
    A[0] = B.reshape((2, 3))[0, 0]
    w = B.ravel()
    A[1] = w[0]
    A[2] = B.flat[0]
