# arithmetic : void (float a, float b, float* R)
def arithmetic(a, b, R):
    R[0] = a + b
    R[1] = a / b
    R[2] = a // b
    R[3] = a % b
    R[4] = a ** b
    R[5] = a ** 2
    R[6] = -a * b
    R[7] = -(a * b)
    R[8] = a / (b * a)
    R[9] = a / b / a
    R[10] = a ** 0.5
    R[11] = 2 ** a


# in_double : void (double a, double b, double* R)
def in_double(a, b, R):
    R[0] = a + b
    R[1] = a // b
    R[2] = a % b
    R[3] = a ** b
    R[4] = 2.0 * a
    R[5] = a + 1


# in_place : void (float a, float* R)
def in_place(a, R):
    R[0] += a
    R[1] -= 1
    R[2] *= 0.5
    R[3] /= a
    R[4] //= a
    R[5] %= a
    R[6] **= a
