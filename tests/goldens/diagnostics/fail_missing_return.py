# sign : int (float a)
def sign(a):
    if a < 0:
        return -1
    elif a > 0:
        return 1


# find : int (int* A, int value)
def find(A, value):
    for i in range(len(A)):
        if A[i] == value:
            return i


# twice : float (float a)
def twice(a):
    b = 2 * a
