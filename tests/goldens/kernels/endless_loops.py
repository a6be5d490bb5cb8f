# Loops whose condition is made of literals, which only a `return` leaves.

YES = True


# first : int (int* A, int value)
def first(A, value):
    i = 0
    while 1:
        if A[i] == value:
            return i
        i += 1


# second : int (int* A, int value)
def second(A, value):
    i = 0
    while 2 > 1 and not 0:
        while YES:
            if A[i] == value:
                return i
            i += 1


# kernel : void (int* A, int* R)
def kernel(A, R):
    R[0] = first(A, 1) + second(A, 2)
