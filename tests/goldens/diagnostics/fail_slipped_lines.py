# one : void (float* A)
def one(A): i = idx
    A[i] = 1

# two : void (float* A)
def two(A):
    i = idx
scale = 2
    A[i] = scale

# three : void (float* A, float* B)
def three(A, B):
    A[idx] = B[idx]
** 0.5

# four : void (float* A)
def four(A):
    A[idx] = A[idx
]

# five : void (float* A)
def five(A):
    A[idx
] = 2
]

# six : void (float* A)
def six(A):
    if idx > 1:
        A[idx] = 1
else:
    A[idx] = 2

# seven : void (float* A)
def seven(A):
    A[idx] = 1
// a comment of C
=0
*A
(a)(b) = three
*c, d = A
-1

@three
four = 4
