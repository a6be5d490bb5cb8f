# pycu2cu: --dialect numba
# A name whose values do not meet is a variable for each of them; where they meet, its type holds all of them.
from cudapy import cuda


# versions : void (float32* x, float64* out, int32 n, float32 v)
def versions(x, out, n, v):
    i = 9 * cuda.grid(1)
    k = 1
    out[i] = k / 2
    k = 2.5
    out[i + 1] = k
    total = 0
    for j in range(n):
        total += x[j]
    out[i + 2] = total
    if v < 0:
        v = 0
    out[i + 3] = v
    half = n
    n = n / 2
    out[i + 4] = n + half
    c = 7
    c //= 2
    c += 0.5
    out[i + 5] = c
    for k in range(3):
        if k == 1:
            continue
        out[i + 6] = k
    else:
        k = 0.5
    out[i + 7] = k
    while True:
        w = x[0]
        if w > 0:
            break
        w = -1
    out[i + 8] = w
