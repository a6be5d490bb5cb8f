# twice : float (float a)
def twice(a):
    return 2 * a
