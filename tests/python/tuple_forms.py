"""What programs do with tuples: each variant is the body of a function of three numbers, an index and a
matrix of integers.

`module(element, dialect)` makes a module with a function for each variant and a kernel that calls all of
them. Run by CPython, the same functions say what the kernel must compute.
"""

import numpy as np

from generated import module as made_module

# The numbers a, b and c have the element's type, k is 0, 1 or 2, and A has 3 rows and 4 columns.
FORMS = {
    "named": "t = (a, b, c); return t[0] + t[-1]",
    "chosen": "t = (a, b, c); return t[k]",
    "chosen_from_written": "return (a, b, c)[k] + (c, b)[1 if k > 0 else 0]",
    "chosen_of_one": "return (b,)[k - k]",
    "chosen_constants": "t = (3, 1, 2); return t[k] + (7, 8, 9)[k]",
    "chosen_constants_in_a_loop": (
        "n = 0\nt = (5, 11, 3)\nfor j in range(3): n = 2 * n + t[(j + k) % 3]\nreturn n"
    ),
    "chosen_captured": "return TABLE[k] + TABLE[::-1][k] + TABLE[1:][k - k] + PAIRS[k % 2][1]",
    "chosen_in_both": "t = ((a, b, c), (c, a, b)); return t[k % 2][k]",
    "chosen_tuple": "x, y = ((a, b), (b, c), (c, a))[k]; return x if k == 1 else y",
    "chosen_by_constant_name": "last = -1; t = (a, b, c); return t[last]",
    "sliced": "t = (a, b, c); u = t[1:]; return u[0] + len(u) + len(t[:0]) + len(t[5:]) + "
    "t[::-1][0] + t[-2:][0] + t[::2][1]",
    "sliced_captured": "return TABLE[1:3][1] + sum(TABLE[::-2]) + PAIRS[::-1][0][1] + NESTED[1][1:][0][1]",
    "joined": "t = (a, b) + (c,); return t[2] + (t + (1,))[3] + len(t + t) + (() + t)[0]",
    "repeated": "t = (a, b) * 2; return t[2] + t[3] + len(3 * (a,)) + len((a, b) * 0)",
    "extended": "t = (a, b); t += (); return t[1] + len(t)",
    "unpacked": "t = (a, b, c); x, y, z = t; (p, q), r = (x, y), t[2]; return p + (q if k else r) + z",
    "swapped": "t = (a, b); t = (t[1], t[0]); t = t[::-1]; return t[0]",
    "carried": "t = (a, b)\nfor j in range(k + 1): t = (t[1], t[0])\nreturn t[0]",
    "carried_numbers": "t = (0, 1)\nfor j in range(k + 5): t = (t[1], t[0] + t[1])\nreturn t[1]",
    "passed": "return second((a, b)) + second((a, (1, 2)[k % 2])) + second(A.shape)",
    "returned": "x, y = both(a, k); t = both(b, 7); return x + t[0] + t[1] + both(c, 1)[1] + y",
    "returned_in_operations": "return len(both(a, 1)) + (both(b, 2) + both(c, 3))[2] + both(a, 4)[::-1][0]",
    "chosen_of_returned": "return twice(c)[k % 2]",
    "spread": "t = (a, b); return weighted(*t, c) + weighted(*(c, a), *t[:1]) + max(*t) + max(k, *TABLE) + "
    "weighted(1, *A.shape)",
    "spread_of_returned": "return weighted(*both(a, 1), b) + weighted(*twice(b), *twice(c)[1:]) + "
    "weighted(*TABLE[::-1]) + weighted(k, *PAIRS[1])",
    "default": "return with_default(a) + with_default(b, (k, 4))",
    "compared": "t = (a * 1, b * 1); u = (a * 1, c * 1); return (t == u) + 2 * (t < u) + 4 * (t >= u) + 8 * "
    "(t != (a, b, c)) + 16 * ((k, 1) < (1, k))",
    "compared_kinds": "return ((k, 2) == (k + 0.0, 2.0)) + 2 * ((k, True) == (k, 1)) "
    "+ 4 * ((1, 2.5) < (1, 3)) + 8 * (() == ()) + 16 * ((k,) < (1,))",
    "searched": "return (k in (0, 7)) + 2 * (k not in TABLE) + 4 * (a * 1 in (b * 1, b + c)) + 8 * (k in "
    "()) + 16 * ((k, 1) in PAIRS)",
    "searched_shapes": "return (3 in A.shape) + 2 * (k in A.shape) + 4 * (4 not in A.shape[:1]) + 8 * "
    "((A.shape[0], 4) == A.shape)",
    "searched_once": "n = k\nfor j in range(4):\n    if j in (1, n) and not j in (2, 3): n += 10\nreturn n",
    "smallest": "t = (a, b, c); return min(t) + max((a, b)) + min((4, 2, 8)) + max(t[1:]) + min(TABLE) + "
    "max(A.shape) + max((k, 1))",
    "added": "return sum((a, b, c)) + sum((k, 2, 3), 10) + sum(()) + sum(A.shape) + sum(TABLE) + "
    "sum((a > b, b > c))",
    "looped": "n = 0\nfor x in (a, b, c): n = n * 2 + x\nfor x in TABLE[1:]: n += x\nreturn n",
    "looped_named": "t = (a, b, c)\nn = 0\nfor i, x in enumerate(t): n += i * x\n"
    "for x, y in zip(t, t[::-1]): n += x * y\nreturn n",
    "looped_tuples": "n = 0\nfor p in ((a, b), (b, c)): n += p[0] * p[1] + len(p)\n"
    "for x, y in PAIRS: n += x * y\nfor p in PAIRS: n += p[1]\nreturn n",
    "looped_captured": "n = 0\nfor q in NESTED: n += q[1][0] + q[0]\n"
    "for i, p in enumerate(PAIRS): n += i * p[0]\nreturn n",
    "looped_empty": "t = ((), ()); n = 0\nfor e in t: n += 1 + len(e)\nfor e in ((), (), ()): n += 1\n"
    "for e in ((),)[::-1]: n += 1\nreturn n",
    "looped_empty_beside": "n = 0\nfor i, e in enumerate(((), ())): n += i + 1\n"
    "for e, x in zip(((), ()), A[:, 0]): n += x\nfor e, x in (((), 4), ((), 5)): n += x\nreturn n",
    "looped_shape": "n = 1\nfor m in A.shape: n = n * m + k\nreturn n",
    "looped_over_returned": "n = 0\nfor x in twice(b): n += x\nreturn n",
    "shape": "s = A.shape; rows, columns = s; return s[0] * 10 + s[1] + rows * columns + len(s) + s[k % 2]",
    "shape_of_parts": "s = A[1:, ::2].shape; row = A[k]; return s[0] * 10 + s[1] + row.shape[0] + "
    "len(row.shape) + len(A[0].shape[1:])",
    "shape_sliced": "return A.shape[::-1][0] * 10 + A.shape[1:][0] + A.shape[:-1][0] + (A.shape + "
    "(5,))[k] + A.shape[k % 2]",
    "indices": "t = (k, 1); return A[t] + A[t[::-1]] + A[(k,) + t[1:]] + A[t + ()]",
    "row": "w, x, y, z = A[k]; return w + 2 * x + 3 * y + 4 * z",
    "column": "p, q, r = A[:, k]; return p + 2 * q + 3 * r",
    "conditional": "t = (a, b) if k else (b, c); u = (1, 2) if k > 1 else TABLE[:2]; return t[1] + u[0]",
    "nested": "t = ((a, (b, k)), c); x, (y, z) = t[0]; return x + (y if k else t[1]) + z + t[0][1][1]",
    "empty": "t = (); return len(t) + len(()) + len(t + (a,))",
}

HELPERS = """
TABLE = (4, 2, 6)
PAIRS = ((1, 2), (3, 4))
NESTED = ((1, (2, 3)), (4, (5, 6)))


def second(t):
    return t[1]


def weighted(x, y, z):
    return x + 2 * y + 4 * z


def both(x, n):
    return x, n + 1


def twice(x):
    return x, x


def with_default(x, t=(2, 3)):
    return x + t[0] * t[1]
"""

THREADS = 9
TYPES = {
    "int8": np.int8,
    "uint8": np.uint8,
    "int32": np.int32,
    "uint32": np.uint32,
    "int64": np.int64,
    "float32": np.float32,
    "float64": np.float64,
}


def module(element, numba=False):
    """The module whose kernel `all_forms` gives what each variant computes of numbers of the type."""
    device = "@cuda.jit(device=True)\n" if numba else ""
    text = "from cudapy import cuda\n" if numba else "import cudapy as cp\n"
    text += HELPERS.replace("def ", device + "def ")
    for name, body in FORMS.items():
        lines = body.replace("; ", "\n").split("\n") if "\n" not in body else body.split("\n")
        text += f"\n\n{device}def {name}(a, b, c, k, A):\n" + "".join(f"    {line}\n" for line in lines)
    arguments = "X[3 * i], X[3 * i + 1], X[3 * i + 2], K[i], A"
    head = "@cuda.jit" if numba else f"# all_forms : void ({element}* X, int* K, int[,] A, double* R)"
    text += f"\n\n{head}\ndef all_forms(X, K, A, R):\n    i = {'cuda.grid(1)' if numba else 'cp.idx'}\n"
    for number, name in enumerate(FORMS):
        call = f"{name}({arguments})"
        text += f"    R[{len(FORMS)} * i + {number}] = {call if numba else f'cp.double({call})'}\n"
    return made_module(text)


def arguments(element):
    """What the kernel is given."""
    X = np.random.default_rng(3).integers(1, 8, 3 * THREADS).astype(TYPES[element])
    A = np.arange(12, dtype=np.int32).reshape(3, 4) * 7 % 5
    return X, np.arange(THREADS, dtype=np.int32) % 3, A, np.zeros(THREADS * len(FORMS))


def expected(made, X, K, A):
    """What CPython makes of the forms, by thread. Numbers are Python's own."""
    rows = []
    for i in range(THREADS):
        given = [*(x.item() for x in X[3 * i : 3 * i + 3]), K[i].item(), A]
        for name in FORMS:
            rows.append(float(getattr(made, name)(*given)))
    return np.array(rows)
