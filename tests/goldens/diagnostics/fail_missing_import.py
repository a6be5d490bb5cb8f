# kernel : void (int* A)
def kernel(A):
    y: cp.int64 = 1
    z: np.float32 = 1
    A[0] = int(y)
