# order : void (int* X)
def order(X):
    match X[idx]:
        case 1:
            X[idx] = 1
        case _:
            X[idx] = 2
        case 2:
            X[idx] = 3


# lines : void (int* X)
def lines(X):
    match X[idx]:
        case 1
            X[idx] = 1
        case 2:
        case 3:
            X[idx] = 1
        X[idx] = 2
        case 4: pass
    X[idx] = 5
