# later : int (int q)
def later(q):
    return q >> lambda x: x


# named : int (int q)
def named(q):
    value = q >>
    return value


# k : void (int* A)
def k(A):
    A[idx] = later(1) + named(2)
