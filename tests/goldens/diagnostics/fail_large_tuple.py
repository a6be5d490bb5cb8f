# doubled : void (int* A)
def doubled(A):
    t0 = (A[0], A[1])
    t1 = (t0, t0)
    t2 = (t1, t1)
    t3 = (t2, t2)
    t4 = (t3, t3)
    t5 = (t4, t4)
    t6 = (t5, t5)
    t7 = (t6, t6)
    t8 = (t7, t7)
    t9 = (t8, t8)
    t10 = (t9, t9)
    A[0] = t10[0][1][0][1][0][1][0][1][0][1][0]
