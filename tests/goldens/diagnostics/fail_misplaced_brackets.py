# k : void (float A[,], int[2,3] B, void[,] C, float*[,] D)
def k(A, B, C, D):
    A[0, 0] = 1.0
