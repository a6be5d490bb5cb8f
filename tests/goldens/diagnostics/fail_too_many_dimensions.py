# k : void (float[,,,,,,,,] A)
def k(A):
    A[0, 0] = 1.0
