RED = 1


# patterns : void (int* X, float f, bool b)
def patterns(X, f, b):
    match X[idx]:
        case RED:
            X[idx] = 1
        case (1, 2) | [3]:
            X[idx] = 2
        case True:
            X[idx] = 3
        case None if b:
            X[idx] = 4
        case "text":
            X[idx] = 5
        case 1 as n:
            X[idx] = 6
        case int(7) | 8:
            X[idx] = 7
        case 1j | 2 - 1j:
            X[idx] = 9
        case unknown.RED:
            X[idx] = y
    match b:
        case True:
            X[idx] = 8
        case 0:
            f += z


# subjects : void (int* X, float4 v)
def subjects(X, v):
    match X:
        case 1:
            X[idx] = 1
    match X[0], X[1]:
        case 1:
            X[idx] = 1
    match v:
        case _:
            X[idx] = 1
