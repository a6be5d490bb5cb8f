# extrema : void (uint8* B, int8* S, uint16* H, int* A)
def extrema(B, S, H, A):
    B[idx] = max(B[idx], 3)
    S[idx] = min(-3, S[idx])
    H[idx] = min(H[idx], 300 if A[idx] > 0 else 500)
    A[idx] = max(A[idx], 3) - min(A[idx], 4)
