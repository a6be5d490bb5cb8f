# flags : void (bool* B, int n, float f)
def flags(B, n, f):
    B[idx] = n
    B[idx + 1] = f
