# sign : int (float a)
def sign(a):
    if a < 0:
        return
    return 1
