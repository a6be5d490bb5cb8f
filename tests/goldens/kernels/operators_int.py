# arithmetic : void (int a, int b, int* R)
def arithmetic(a, b, R):
    R[0] = a + b
    R[1] = a - b * 2
    R[2] = (a - b) * 2
    R[3] = a // b
    R[4] = a % b
    R[5] = -a
    R[6] = +a
    R[7] = ~a
    R[8] = a ** 2
    R[9] = a ** 3
    R[10] = -(a + b) - (-a)
    R[11] = a - (b - a)
    R[12] = a - -3


# bits : void (int a, int b, int* R)
def bits(a, b, R):
    R[0] = a & b | a ^ b
    R[1] = (a | b) & ~b
    R[2] = a << 3 | b >> 2
    R[3] = (a + 1) << (b - 1)
    R[4] = a + (1 << b)
    R[5] = a & 1 == 0
    R[6] = (a & 1) == 0
    R[7] = a ^ b ^ 1


# in_place : void (int a, int* R)
def in_place(a, R):
    R[0] += a
    R[1] -= a
    R[2] *= a
    R[3] //= a
    R[4] %= a
    R[5] <<= 1
    R[6] >>= 1
    R[7] &= a
    R[8] |= a
    R[9] ^= a
    R[10] **= 2


# wide : void (int a, int64 n, int64* R)
def wide(a, n, R):
    R[0] = n + a
    R[1] = n // 3
    R[2] = n % a
    R[3] = 5000000000
    R[4] = a * 5000000000
    R[5] = n << 40
    R[6] = -n
    R[7] = n ** 5
    R[8] = int64(a) * a
    R[9] = min(n, 7)
