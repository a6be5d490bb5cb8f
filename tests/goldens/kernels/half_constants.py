SCALE = 0.1


# scaled : void (half* A, float* F)
def scaled(A, F):
    if idx < len(A):
        A[idx] = SCALE if A[idx] < 0 else A[idx] * SCALE
        F[idx] += SCALE
