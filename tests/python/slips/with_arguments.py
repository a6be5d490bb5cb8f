"""What newcomers write where they launch kernels."""

from slips.slip import COPY, DOUBLE, MATRICES, SAXPY, SUM, of_arguments

X = "X = np.arange(1, 5, dtype=np.float32)\n"
Y = "Y = np.zeros(4, np.float32)\n"
DOUBLES_X = "X = np.arange(4.0)\n" + Y
FILL = """@cp.kernel("void (int n, int* X)")
def fill(n, X):
    X[idx] = n
"""
HALF = """@cp.kernel("void (int* X, int* Y)")
def half(X, Y):
    Y[idx] = X[idx] // 2
"""
NORM = """@cp.struct
class Point:
    x: cp.float32
    y: cp.float32


@cp.kernel("void (Point p, float* Y)")
def norm(p, Y):
    Y[idx] = p.x * p.x + p.y * p.y
"""

SLIPS = [
    of_arguments("no number of threads", COPY, "copy(X, Y)", ("copy(X, Y)\n", "copy(4)(X, Y)\n")),
    of_arguments(
        "the number of threads last",
        SAXPY,
        "saxpy(2.0, X, Y, 4)",
        ("saxpy(2.0, X, Y, 4)", "saxpy(4)(2.0, X, Y)"),
    ),
    of_arguments("one call for both", COPY, "copy(4, X, Y)", ("copy(4, X, Y)", "copy(4)(X, Y)")),
    of_arguments("no arguments", COPY, "copy(4)", ("copy(4)", "copy(4)(X, Y)")),
    of_arguments("numba's brackets", COPY, "copy[1, 4](X, Y)", ("copy[1, 4]", "copy(1 * 4, block=4)")),
    of_arguments(
        "float64 to read",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X", "copy(4)(X.astype(np.float32)"),
        setup=DOUBLES_X,
    ),
    of_arguments(
        "float64 to write",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)", "Y = Y.astype(np.float32)\ncopy(4)"),
        setup=X + "Y = np.zeros(4)\n",
    ),
    of_arguments(
        "astype in the call",
        COPY,
        "copy(4)(X, Y.astype(np.float32))",
        ("copy(4)(X, Y.astype(np.float32))", "Y = Y.astype(np.float32)\ncopy(4)(X, Y)"),
        setup=X + "Y = np.zeros(4)\n",
    ),
    of_arguments(
        "a temporary to write",
        COPY,
        "copy(4)(X, np.zeros(4, np.float32))",
        ("copy(4)(X, np.zeros(4, np.float32))", "Y = np.zeros(4, np.float32)\ncopy(4)(X, Y)"),
        setup=X,
    ),
    of_arguments(
        "int64 for int",
        HALF,
        "half(4)(X, Y)",
        ("half(4)(X", "half(4)(X.astype(np.int32)"),
        setup="X = np.arange(4)\nY = np.zeros(4, np.int32)\n",
    ),
    of_arguments(
        "integers for floats",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X", "copy(4)(X.astype(np.float32)"),
        setup="X = np.arange(4)\n" + Y,
    ),
    of_arguments(
        "complex numbers for floats",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X", "copy(4)(X.real.astype(np.float32)"),
        setup="X = np.arange(4) + 1j\n" + Y,
    ),
    of_arguments(
        "texts for floats",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X", "copy(4)(X.astype(np.float32)"),
        setup="X = np.array(['1', '2', '3', '4'])\n" + Y,
    ),
    of_arguments("a float for the number of threads", COPY, "copy(len(X) / 2)(X, Y)", ("/", "//")),
    of_arguments("a negative number of threads", COPY, "copy(-4)(X, Y)", ("-4", "4")),
    of_arguments("None for the number of threads", COPY, "copy(None)(X, Y)", ("None", "4")),
    of_arguments("an array for the number of threads", COPY, "copy(X)(X, Y)", ("copy(X)", "copy(4)")),
    of_arguments("too many threads", COPY, "copy(5)(X, Y)", ("copy(5)", "copy(4)")),
    of_arguments(
        "the shape as the threads", DOUBLE, "double_up(A.shape)(A, B)", ("A.shape", "3, 2"), setup=MATRICES
    ),
    of_arguments(
        "all elements along one axis", DOUBLE, "double_up(A.size)(A, B)", ("A.size", "3, 2"), setup=MATRICES
    ),
    of_arguments("two axes for one", COPY, "copy(2, 2)(X, Y)", ("copy(2, 2)", "copy(4)")),
    of_arguments("an argument is missing", SAXPY, "saxpy(4)(X, Y)", ("saxpy(4)(X", "saxpy(4)(2.0, X")),
    of_arguments("an argument too many", COPY, "copy(4)(X, Y, 4)", ("X, Y, 4", "X, Y")),
    of_arguments("arguments in another order", SAXPY, "saxpy(4)(X, 2.0, Y)", ("X, 2.0, Y", "2.0, X, Y")),
    of_arguments(
        "a parameter's name of another program", SAXPY, "saxpy(4)(alpha=2.0, X=X, Y=Y)", ("alpha", "a")
    ),
    of_arguments("a parameter twice", SAXPY, "saxpy(4)(2.0, X, X=X, Y=Y)", ("2.0, X, X=X", "2.0, X")),
    of_arguments("a text for a number", SAXPY, "saxpy(4)('2', X, Y)", ("'2'", "2")),
    of_arguments(
        "None for an array",
        COPY,
        "copy(4)(X, None)",
        ("copy(4)(X, None)", "Y = np.zeros(4, np.float32)\ncopy(4)(X, Y)"),
        setup=X,
    ),
    of_arguments("a number for an array", COPY, "copy(1)(3.0, Y)", ("3.0", "[3.0]")),
    of_arguments(
        "an array for a number", SAXPY, "saxpy(4)(np.full(4, 2.0), X, Y)", ("np.full(4, 2.0)", "2.0")
    ),
    of_arguments(
        "a number to write",
        SUM,
        "sum_up(4)(X, total)",
        ("sum_up(4)", "total = [total]\nsum_up(4)"),
        setup=X + "total = 0.0\n",
    ),
    of_arguments(
        "an array without axes to write",
        SUM,
        "sum_up(4)(X, total)",
        ("sum_up(4)", "total = [total]\nsum_up(4)"),
        setup=X + "total = np.zeros((), np.float32)\n",
    ),
    of_arguments(
        "a tuple to write",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)", "Y = list(Y)\ncopy(4)"),
        setup=X + "Y = (0.0, 0.0, 0.0, 0.0)\n",
    ),
    of_arguments(
        "a read-only array to write",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)", "Y = Y.copy()\ncopy(4)"),
        setup=X + "Y = np.broadcast_to(np.float32(0), 4)\n",
    ),
    of_arguments("a result that is taken", COPY, "Y = copy(4)(X)", ("Y = copy(4)(X)", "copy(4)(X, Y)")),
    of_arguments(
        "one dimension for two",
        DOUBLE,
        "double_up(3, 2)(A, B)",
        ("double_up(3, 2)(A, B)", "B = B.reshape(2, 3)\ndouble_up(3, 2)(A.reshape(2, 3), B)"),
        setup="A = np.arange(6, dtype=np.float32)\nB = np.zeros(6, np.float32)\n",
    ),
    of_arguments(
        "two dimensions for one",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X", "copy(4)(X.ravel()"),
        setup="X = np.ones((2, 2), np.float32)\n" + Y,
    ),
    of_arguments(
        "a list of lists for one dimension",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X,", "copy(4)([x for row in X for x in row],"),
        setup="X = [[1.0, 2.0], [3.0, 4.0]]\n" + Y,
    ),
    of_arguments(
        "a list with None", COPY, "copy(4)(X, Y)", ("None", "4.0"), setup="X = [1.0, None, 3.0, 4.0]\n" + Y
    ),
    of_arguments(
        "floats in a list of ints",
        HALF,
        "half(4)(X, Y)",
        ("[1.0, 2.0]", "[1, 2]"),
        ("half(4)", "half(2)"),
        setup="X = [1.0, 2.0]\nY = [0] * 2\n",
    ),
    of_arguments(
        "rows of different lengths",
        DOUBLE,
        "double_up(3, 2)(A, B)",
        ("[4.0]", "[4.0, 0.0, 0.0]"),
        setup="A = [[1.0, 2.0, 3.0], [4.0]]\nB = np.zeros((2, 3), np.float32)\n",
    ),
    of_arguments(
        "an empty list for the result",
        COPY,
        "copy(4)(X, Y)",
        ("Y = []", "Y = [0.0] * 4"),
        setup=X + "Y = []\n",
    ),
    of_arguments(
        "a generator",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X,", "copy(4)(list(X),"),
        setup="X = (float(i) for i in range(4))\n" + Y,
    ),
    of_arguments(
        "a dict for an array",
        COPY,
        "copy(2)(X, Y)",
        ("copy(2)(X,", "copy(2)(list(X.values()),"),
        setup="X = {'a': 1.0, 'b': 2.0}\n" + Y,
    ),
    of_arguments(
        "an array of objects",
        COPY,
        "copy(4)(X, Y)",
        ("copy(4)(X,", "copy(4)(X.astype(np.float32),"),
        setup="X = np.array([1, 2, 3, 4], object)\n" + Y,
    ),
    of_arguments(
        "a shorter array",
        COPY,
        "copy(len(Y))(X, Y)",
        ("len(Y)", "3"),
        setup="X = np.arange(3, dtype=np.float32)\n" + Y,
    ),
    of_arguments("over a number", COPY, "copy.over(4)(X, Y)", ("copy.over(4)", "copy(4)")),
    of_arguments(
        "over all arguments, and no call", COPY, "copy.over(X, Y)", ("copy.over(X, Y)", "copy(4)(X, Y)")
    ),
    of_arguments(
        "over arrays of different shapes",
        COPY,
        "copy.over(X, Y)(X, Y)",
        ("over(X, Y)", "over(X)"),
        setup="X = np.arange(3, dtype=np.float32)\n" + Y,
    ),
    of_arguments("blocks= for block=", COPY, "copy(4, blocks=2)(X, Y)", ("blocks", "block")),
    of_arguments("a block that is too large", COPY, "copy(4, block=2048)(X, Y)", ("2048", "1024")),
    of_arguments(
        "a dict for a struct",
        NORM,
        "norm(1)({'x': 1.0, 'y': 2.0}, Y)",
        ("{'x': 1.0, 'y': 2.0}", "Point(1.0, 2.0)"),
        setup="Y = np.zeros(1, np.float32)\n",
    ),
    of_arguments(
        "2.5 for an int", FILL, "fill(4)(2.5, X)", ("2.5", "2"), setup="X = np.zeros(4, np.int32)\n"
    ),
    of_arguments(
        "cp.zeros without a type",
        COPY,
        "copy(4)(X, Y)\nY = Y.numpy()",
        ("cp.zeros(4)", "cp.zeros(4, cp.float32)"),
        setup=X + "Y = cp.zeros(4)\n",
    ),
]
