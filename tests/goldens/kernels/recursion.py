# factorial : int (int n)
def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


# is_even : bool (int n)
def is_even(n):
    if n == 0:
        return True
    return is_odd(n - 1)


# is_odd : bool (int n)
def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


# recursion : void (int* R)
def recursion(R):
    R[idx] = factorial(idx % 10)
    if is_even(idx):
        late(idx, R)


# late : void (int i, int* R)
def late(i, R):
    R[i] = -R[i]
