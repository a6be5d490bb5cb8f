# ranges : void (int n, int step, float* X)
def ranges(n, step, X):
    for i in range(n):
        X[i] = i
    for i in range(2, n):
        X[i] += 1
    for i in range(n, 0, -1):
        X[i] += 2
    for i in range(0, n, 3):
        X[i] += 3
    for i in range(n, 0, -2):
        X[i] += 4
    for i in range(0, n, step):
        X[i] += 5
    for i in range(len(X)):
        X[i] += 6
    for i in range(0, len(X) - 1, 2):
        X[i] += 7
    for i in range(0, n // 8 * 8, 8):
        X[i] += 8


# edited : void (int n, int* X)
def edited(n, X):
    for i in range(n):
        i += 1
        X[i] = i
    for j in range(n):
        n = n - 1
        X[j] = n


# after : void (int n, int* X)
def after(n, X):
    last = 0
    for i in range(n):
        if X[i] > 3:
            last = i
            break
    else:
        last = -1
    X[0] = last
    k = 0
    for k in range(10):
        X[k] = k
    X[1] = k


# whiles : void (int n, int* X)
def whiles(n, X):
    i = 0
    while i < n:
        i += 1
        if i % 2:
            continue
        X[i] = i
    else:
        X[0] = 1
    while True:
        i -= 1
        if i < 0:
            break
    while n:
        n //= 2
        if n == 5:
            break
    else:
        X[2] = n


# nested : void (int n, int* X)
def nested(n, X):
    for i in range(n):
        for j in range(i, n):
            if X[i] > X[j]:
                X[i], X[j] = X[j], X[i]
            elif X[i] == X[j]:
                continue
            else:
                break


# each : void (float* X, float* Y, float* R)
def each(X, Y, R):
    total = 0.0
    for x in X:
        total += x
    for x, y in zip(X, Y):
        total += x * y
    for i, x in enumerate(X):
        R[i] = x + i
    for i, (x, y) in enumerate(zip(X, Y), 1):
        R[i] += x - y
    R[0] = total
