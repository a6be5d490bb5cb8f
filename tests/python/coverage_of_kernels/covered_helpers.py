def elsewhere(a):
    if a > 10:
        return a
    b = a

    return b + 1


def nobody(a):
    return a
