# wide : void (int* Q, int64* L, uint64* U)
def wide(Q, L, U):
    L[0] = max(Q[idx], 3) + int(max(int64(-1) if Q[idx] > 3 else 3, int64(75) & 6))
    L[1] = (int64(5) if Q[0] else 6) // max(int64(3) + 1, L[0])
    L[2] = abs(L[1]) % (int64(7) if Q[1] else 3) + min(abs(L[0]), 5)
    U[0] = brev(uint64(5) if Q[2] else 6)
    U[1] = max(atomicAdd(U, 0, 1), uint64(2) | 1)
    L[3] = min(L[0] & 4294967296, L[1])
