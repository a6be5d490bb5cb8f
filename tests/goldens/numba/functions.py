# pycu2cu: --dialect numba
# Python's functions and those of math give the types of numba.
import math


# functions : void (float32* X, int32* A, int8* S, int64* L, double* D)
def functions(X, A, S, L, D):
    L[0] = int(X[0]) + int(A[0])
    D[0] = float(A[0]) + float(X[0])
    D[1] = float(A[0]) / 3
    L[1] = abs(S[0]) + abs(A[1])
    L[2] = round(X[1]) + round(D[1])
    D[2] = math.floor(X[2]) + math.ceil(A[2])
    D[3] = math.sqrt(X[3]) * math.atan2(X[4], D[4]) + math.pow(X[4], A[4])
    D[4] = max(A[3], X[5]) + min(A[5], 3)
    D[5] = math.degrees(X[7]) + math.radians(A[7]) + math.hypot(X[8], X[9]) + math.ldexp(X[9], A[8])
    for step in (1, 2, 4):
        L[4] += step
    L[3] = math.isnan(X[6]) + math.log(A[6])
