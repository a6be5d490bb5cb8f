"""Functions of CUDA C++ that random kernels call: their text, and what they compute in the reference."""

from in_cpython.numeric import Number, store
from making.texts import Helper

TEXT = '''cc = cp.cuda_source("""
__host__ __device__ inline int mixed(int a, int b) { return (a & 1023) * 3 - (b & 255); }
__host__ __device__ inline unsigned turned(unsigned x, unsigned by) { return x << (by & 31) | x >> (-by & 31); }
__host__ __device__ inline long long folded(long long a, int b) { return (a >> (b & 63)) ^ b; }
__host__ __device__ inline bool is_between(double x, double by) { return -by < x && x < by; }
template <typename T> __host__ __device__ T larger(T a, T b) { return a < b ? b : a; }
""")
'''  # noqa: E501


class CudaFunctions:
    """The same functions in the reference."""

    @staticmethod
    def mixed(a, b):
        return Number("int", (store("int", a).v & 1023) * 3 - (store("int", b).v & 255))

    @staticmethod
    def turned(x, by):
        x, by = store("uint32", x).v, store("uint32", by).v & 31
        return Number("uint32", (x << by | x >> (32 - by)) & 0xFFFFFFFF if by else x)

    @staticmethod
    def folded(a, b):
        b = store("int", b).v
        return Number("int64", store("int64", a).v >> (b & 63) ^ b)

    @staticmethod
    def is_between(x, by):
        x, by = store("double", x).v, store("double", by).v
        return Number("bool", int(-by < x < by))

    @staticmethod
    def larger(a, b):
        return b if a.v < b.v else a


def helpers(f):
    """What a function may call of them, with the bounds of its types."""
    kinds = [
        ("mixed", "int", "int", "int", (-255, 3069)),
        ("turned", "uint32", "uint32", "uint32", (0, 2**32 - 1)),
    ]
    kinds += [("folded", "int64", "int", "int64", None), ("is_between", "double", "double", "bool", (0, 1))]
    kinds += [("larger", t, t, t, None) for t in ("int", "int64", "float", "double")]
    made = []
    for name, a, b, returned, bounds in kinds:
        if {a, b, returned} - {"int", "bool"} <= set(f.f["types"]):
            lo, hi = bounds or f.bounds(returned)
            if name == "folded":
                lo, hi = min(lo, -(2**31)), max(hi, 2**31 - 1)
                lo, hi = -(1 << (-lo).bit_length()), (1 << hi.bit_length()) - 1
            parameters = [("a", a, *f.bounds(a)), ("b", b, *f.bounds(b))]
            made.append(Helper(f"cc.{name}", parameters, returned, lo, hi, kind="exact"))
    return made
