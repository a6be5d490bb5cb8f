# narrow : void (uint8* A, int8* S, uint8* R, int n)
def narrow(A, S, R, n):
    R[idx] = A[idx] + 60
    R[idx] += 1
    R[idx] = ~A[idx]
    R[idx] = min(A[idx], n)
    R[idx] = S[idx]
    S[idx] = -S[idx]
    m = A[idx]
    m = -1
    R[idx] = m
    R[idx] = 300
    R[idx] = (A[idx] + R[idx]) // 2
    R[idx] = n % 256


# unsigned : void (uint64* L, int* I, int n)
def unsigned(L, I, n):
    L[idx] = L[idx] + n
    L[idx] = L[idx] * I[idx]
    L[idx] += -1
    L[idx] = L[idx] if L[idx] > n else 0
    L[idx] = L[idx] + idx


# vectors : void (uchar4* V)
def vectors(V):
    V[idx] = V[idx] + V[idx]
