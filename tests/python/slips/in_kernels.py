"""What newcomers write inside kernels."""

from slips.slip import in_kernel

INTS = "X = np.arange(4, dtype=np.int32)\nY = np.zeros(4, np.int32)\n"
TABLE = "A = np.arange(8, dtype=np.float32).reshape(4, 2)\nY = np.zeros(4, np.float32)\n"

SLIPS = [
    in_kernel(
        "a list with values",
        "parts = [0.0, 0.0]\nparts[0] = X[idx]\nparts[1] = 2 * X[idx]\nY[idx] = parts[0] + parts[1]",
        ("[0.0, 0.0]", "local(float, 2, 0.0)"),
    ),
    in_kernel(
        "an empty list and append",
        "parts = []\nfor j in range(3):\n    parts.append(X[idx] * j)\nY[idx] = parts[1] + parts[2]",
        ("parts = []", "parts = local(float, 3)"),
        ("parts.append(X[idx] * j)", "parts[j] = X[idx] * j"),
    ),
    in_kernel(
        "a comprehension",
        "Y[idx] = sum([x * x for x in X])",
        ("    Y[idx] = sum([x * x for x in X])", "    for x in X:\n        Y[idx] += x * x"),
    ),
    in_kernel(
        "np.sum of an array",
        "Y[idx] = np.sum(X)",
        ("    Y[idx] = np.sum(X)", "    for x in X:\n        Y[idx] += x"),
    ),
    in_kernel(
        "X.sum()",
        "Y[idx] = X.sum()",
        ("    Y[idx] = X.sum()", "    total = 0.0\n    for x in X: total += x\n    Y[idx] = total"),
    ),
    in_kernel(
        "np.zeros in a kernel",
        "parts = np.zeros(3)\nparts[1] = X[idx]\nY[idx] = parts[0] + parts[1]",
        ("np.zeros(3)", "local(float, 3, 0.0)"),
    ),
    in_kernel(
        "np.dot",
        "Y[idx] = np.dot(X, X)",
        ("    Y[idx] = np.dot(X, X)", "    for x in X:\n        Y[idx] += x * x"),
    ),
    in_kernel("whole arrays", "Y = 2 * X", ("Y = 2 * X", "Y[idx] = 2 * X[idx]")),
    in_kernel("slices of whole arrays", "Y[:] = X[:] * 2", ("Y[:] = X[:] * 2", "Y[idx] = X[idx] * 2")),
    in_kernel("a returned result", "return 2 * X[idx]", ("return 2", "Y[idx] = 2")),
    in_kernel("a quotient as an index", "Y[idx / 2] = X[idx]", ("idx / 2", "idx // 2")),
    in_kernel(
        "a quotient in an int",
        "Y[idx] = X[idx] / 2",
        ("X[idx] / 2", "X[idx] // 2"),
        signature="void (int* X, int* Y)",
        setup=INTS,
    ),
    in_kernel(
        "try and except",
        "try:\n    Y[idx] = 1 / X[idx]\nexcept ZeroDivisionError:\n    Y[idx] = 0",
        ("try:", "if X[idx] != 0:"),
        ("except ZeroDivisionError:", "else:"),
    ),
    in_kernel(
        "raise",
        "if X[idx] < 0:\n    raise ValueError('negative')\nY[idx] = X[idx] ** 0.5",
        ("    if X[idx] < 0:\n        raise ValueError('negative')", '    assert X[idx] >= 0, "negative"'),
    ),
    in_kernel(
        "a dict",
        "factors = {1: 2.0, 2: 3.0}\nY[idx] = factors[1] * X[idx]",
        (
            "    factors = {1: 2.0, 2: 3.0}\n    Y[idx] = factors[1] * X[idx]",
            "    factor = 3.0\n    if 1 == 1:\n        factor = 2.0\n    Y[idx] = factor * X[idx]",
        ),
    ),
    in_kernel(
        "with",
        "with np.errstate(divide='ignore'):\n    Y[idx] = 1 / X[idx]",
        ("    with np.errstate(divide='ignore'):\n        Y", "    Y"),
    ),
    in_kernel(
        "global",
        "global total\ntotal += 1\nY[idx] = X[idx]",
        ("total = 0\n\n", "\n"),
        ("    global total\n    total += 1", "    cp.atomicAdd(total, 0, 1)"),
        ("float* Y)", "float* Y, int* total)"),
        ("f(X, Y):", "f(X, Y, total):"),
        ("f(4)(X, Y)", "total = np.zeros(1, np.int32)\nf(4)(X, Y, total)"),
        above="\ntotal = 0\n",
    ),
    in_kernel(
        "a function inside",
        "def square(x):\n    return x * x\nY[idx] = square(X[idx])",
        ("    def square(x):\n        return x * x\n", ""),
        ("@cp.kernel", "def square(x):\n    return x * x\n\n\n@cp.kernel"),
    ),
    in_kernel(
        "sqrt without a module",
        "Y[idx] = sqrt(X[idx])",
        ("sqrt", "math.sqrt"),
        ("import cudapy", "import math\nimport cudapy"),
    ),
    in_kernel(
        "math without an import",
        "Y[idx] = math.sqrt(X[idx])",
        ("import cudapy", "import math\nimport cudapy"),
    ),
    in_kernel("tid", "Y[tid] = X[tid]", ("tid", "idx")),
    in_kernel("cuda.grid", "i = cuda.grid(1)\nY[i] = X[i]", ("cuda.grid(1)", "idx")),
    in_kernel(
        "a string as a code",
        "kind = 'a'\nY[idx] = X[idx] if kind == 'a' else 0.0",
        ("'a'", "1"),
    ),
    in_kernel("is", "n = len(X)\nif n is X.size:\n    Y[idx] = 1", (" is ", " == ")),
    in_kernel(
        "None for no value",
        "best = None\nfor x in X:\n    if best is None or x > best:\n        best = x\nY[idx] = best",
        ("best = None", "best = -1"),
        ("best is None", "best == -1"),
    ),
    in_kernel("append to an array", "Y.append(X[idx])", ("Y.append(X[idx])", "Y[idx] = X[idx]")),
    in_kernel("a loop over a number", "for j in len(X):\n    Y[idx] += X[j]", ("len(X)", "range(len(X))")),
    in_kernel("real for float", "Y[idx] = X[idx]", ("real", "float"), signature="void (real* X, real* Y)"),
    in_kernel(
        "a parameter without *",
        "Y[idx] = X[idx]",
        ("float X", "float* X"),
        signature="void (float X, float* Y)",
    ),
    in_kernel(
        "a signature without a result", "Y[idx] = X[idx]", ('"(', '"void ('), signature="(float* X, float* Y)"
    ),
    in_kernel(
        "brackets as in C",
        "Y[idx] = X[idx]",
        ("float[4] X", "float* X"),
        signature="void (float[4] X, float* Y)",
    ),
    in_kernel(
        "boolean",
        "if b:\n    Y[idx] = X[idx]",
        ("boolean", "bool"),
        signature="void (float* X, float* Y, boolean b)",
        launch="f(4)(X, Y, True)",
    ),
    in_kernel(
        "two indices of a flat array",
        "Y[idx] = A[idx, 1]",
        ("float* A", "float[,] A"),
        signature="void (float* A, float* Y)",
        setup=TABLE,
        launch="f(4)(A, Y)",
    ),
    in_kernel(
        "two brackets of a flat array",
        "Y[idx] = A[idx][1]",
        ("float* A", "float[,] A"),
        signature="void (float* A, float* Y)",
        setup=TABLE,
        launch="f(4)(A, Y)",
    ),
    in_kernel(
        "random.random",
        "Y[idx] = random.random()",
        ("    Y[idx] = random.random()", "    rng = cp.random_state(1, idx)\n    Y[idx] = cp.random(rng)"),
        above="import random\n",
    ),
    in_kernel(
        "np.random.normal",
        "Y[idx] = np.random.normal()",
        ("    Y[idx] = np.random.normal()", "    rng = cp.random_state(1, idx)\n    Y[idx] = cp.normal(rng)"),
    ),
    in_kernel(
        "the time in a kernel",
        "began = time.time()\nY[idx] = X[idx]",
        ("    began = time.time()\n", ""),
        ("f(4)(X, Y)", "began = time.perf_counter()\nf(4)(X, Y)\nseconds = time.perf_counter() - began"),
        above="import time\n",
    ),
    in_kernel(
        "sorted",
        "Y[idx] = sorted(X)[idx]",
        ("sorted(X)[idx]", "X[idx]"),
        ("f(4)(X", "X = np.sort(X)\nf(4)(X"),
    ),
    in_kernel(
        "max of an array",
        "Y[idx] = X[idx] / max(X)",
        (
            "    Y[idx] = X[idx] / max(X)",
            "    best = X[0]\n    for x in X: best = max(best, x)\n    Y[idx] = X[idx] / best",
        ),
    ),
    in_kernel(
        "a shared array of a length that is not constant",
        "s = cp.shared(float, len(X))\ns[idx] = X[idx]\ncp.syncthreads()\nY[idx] = s[3 - idx]",
        ("len(X)", "4"),
        launch="f(4, block=4)(X, Y)",
    ),
    in_kernel(
        "a shared array without a type",
        "s = cp.shared(4)\ns[idx] = X[idx]\ncp.syncthreads()\nY[idx] = s[3 - idx]",
        ("cp.shared(4)", "cp.shared(float, 4)"),
        launch="f(4, block=4)(X, Y)",
    ),
    in_kernel(
        "a barrier under a condition",
        "s = cp.shared(float, 4)\nif idx < 2:\n    s[idx] = X[idx]\n    cp.syncthreads()\nY[idx] = s[0]",
        ("        cp.syncthreads()", "    cp.syncthreads()"),
        launch="f(4, block=4)(X, Y)",
    ),
    in_kernel("unpacking an array", "Y[idx] = max(*X)", ("*X", "X[0], X[1], X[2], X[3]")),
    in_kernel(
        "a sum without a first value",
        "for x in X:\n    total += x\nY[idx] = total",
        ("    for x in X:", "    total = 0.0\n    for x in X:"),
    ),
    in_kernel("atomicAdd of an element", "cp.atomicAdd(Y[0], X[idx])", ("Y[0], X", "Y, 0, X")),
    in_kernel(
        "a function without return",
        "Y[idx] = half(X[idx])",
        ("    x / 2", "    return x / 2"),
        above="\n\n# half : float (float x)\ndef half(x):\n    x / 2\n",
    ),
    in_kernel(
        "in for an array",
        "Y[idx] = 1 if 3.0 in X else 0",
        (
            "    Y[idx] = 1 if 3.0 in X else 0",
            "    for x in X:\n        if x == 3.0:\n            Y[idx] = 1",
        ),
    ),
    in_kernel("print with %", "print('%d' % len(X))\nY[idx] = X[idx]", ("'%d' % len(X)", 'f"{len(X)}"')),
    in_kernel("X.length", "Y[idx] = X.length", ("X.length", "len(X)")),
    in_kernel(
        "import inside",
        "import math\nY[idx] = math.sqrt(X[idx])",
        ("    import math\n", ""),
        ("import cudapy", "import math\nimport cudapy"),
    ),
    in_kernel("a string of a number", "Y[idx] = float(str(X[idx]))", ("float(str(X[idx]))", "X[idx]")),
    in_kernel(
        "names for index and element", "for i, x in X:\n    Y[idx] += i * x", ("in X", "in enumerate(X)")
    ),
    in_kernel(
        "a signature that lacks a parameter",
        "Y[idx] = X[idx]",
        ("float* X)", "float* X, float* Y)"),
        ("f(X):", "f(X, Y):"),
        signature="void (float* X)",
    ),
    in_kernel(
        "a sum in a uint8",
        "Y[idx] = X[idx] + 10",
        ("X[idx] + 10", "uint8(X[idx] + 10)"),
        signature="void (uint8* X, uint8* Y)",
        setup="X = np.arange(4, dtype=np.uint8)\nY = np.zeros(4, np.uint8)\n",
    ),
]
SLIPS[-2] = SLIPS[-2]._replace(
    program=SLIPS[-2].program.replace("f(X):", "f(X, Y):"), edits=SLIPS[-2].edits[:1]
)
