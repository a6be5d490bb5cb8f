# pycu2cu: --checked


# power : int64 (int64 base, int by)
def power(base, by):
    return base**3 + (base << by)


# arithmetic : void (int* X, uint8* B, int16* N, double z, int n)
def arithmetic(X, B, N, z, n):
    total = 0
    for i in range(n // 2):
        total += X[i] * i - n
        B[i] //= B[i + 1]
        N[i] = int16(N[i] * 3 - N[i + 1])
    X[0] = total // n
    X[1] = -total % n
    X[2] = abs(total) >> n
    X[3] = int(z) if n > 0 and z / n < 10 else int(round(z))
    X[4] = int(power(total, n))
