# filled : void (float* X, int* N)
def filled(X, N):
    total = local(float, 3, 0.0)
    counts = local(int, (2, 20), 7)
    by_value = local(float, 4, X[0] + 1)
    flags = local(bool, 2, False)
    for i in range(len(X)):
        total[i % 3] += X[i]
        counts[i % 2, i % 20] += 1
    X[idx] = total[0] + total[1] * total[2] + by_value[3]
    if not flags[1]:
        N[idx] = counts[1, 3]
