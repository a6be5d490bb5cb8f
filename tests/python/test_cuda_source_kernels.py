"""cuda_source(): kernels of a text, their signatures, arguments, structs and errors. Compiled by the real
compilers, with the tests' driver for a GPU."""

from real_compilers import START, run

KERNELS = (
    START
    + """
m = cp.cuda_source(SOURCE)
print(m.increment.signature, m.increment.built)
print(m.ns.mixed.signature, m.ns.mixed.built, m.increment.built)
print(m.ns.hidden.signature)
print(refusal(lambda: m.ns.move))
print(m.scale[cp.float32].signature)
print(m["scale<double>"].signature, m["increment"].signature)
print(m.fill[np.uint32, 7].signature)
X = np.zeros((2, 3), np.int32); m.increment(1)(X); print(X.tolist())
L = [[1, 2], [3, 4]]; m.increment(5, block=64, shared=100)(L); print(L)
A = cp.CudaArray([[[1]], [[2]]]); m.increment(1)(A); print(A.toList())
m.increment(1)(X=A[1]); print(A.toList())
V = np.zeros((3, 4), np.float32)
m.ns.mixed(1)(V, cp.float3(1, 2, 3), 1.5, 2**63, None)
print(refusal(lambda: m.ns.mixed(1)(V, 1.0, 1.5, 2, None)))
print(refusal(lambda: m.ns.mixed(1)(V, cp.float3(1, 2, 3), 1.5, -1, None)))
print(refusal(lambda: m.increment(1)(V)))
print(refusal(lambda: m.increment(1, shared=(1, 2))(V)))
print(refusal(lambda: m.increment(1, shared=-1)(V)))
print(refusal(lambda: m.increment(1, shared=10**9)(V)))
print(refusal(lambda: m.increment.cpu_source), m.increment.cuda_source == SOURCE)
D = np.ones(4); m.scale(5)(D, 2.0, 4)
print(sorted(name for name in m._text.compiled if "scale" in name))
"""
)


def test_kernels():
    assert run(KERNELS, "nvrtc") == [
        "increment : void (int* X) True",
        "ns::mixed : void (float* X, float3 v, half h, uint64 n, bool* flags) True True",
        "ns::hidden : void (uint64* X)",
        "TypeError: ns::move: parameter 1 in <cuda_source of FILE:14>:12, `Body* bodies`, cannot be given "
        "from Python: `Body` is a class that Python does not know: say which @cp.struct has its fields by "
        'cuda_source(..., types={"Body": ...})',
        "scale<float> : void (float* X, float by, int n)",
        "scale<double> : void (double* X, double by, int n) increment : void (int* X)",
        "fill<unsigned int, 7> : void (uint32* X)",
        "[[1, 0, 0], [0, 0, 0]]",
        "[[2, 2], [3, 4]]",
        "[[[2]], [[2]]]",
        "[[[2]], [[3]]]",
        "TypeError: ns::mixed: parameter v (float3): expected float3(x, y, z), got float 1.0",
        "OverflowError: ns::mixed: parameter n (uint64): int -1 is out of range for uint64 (0 to "
        "18446744073709551615)",
        "TypeError: increment: parameter X (int*): expected an array of int32, got ndarray of float32: the "
        "kernel writes to it, so write `X = X.astype(numpy.int32)` before the launch, make it by "
        "numpy.zeros(n, numpy.int32), or declare it `float* X`",
        "TypeError: increment: shared= is the bytes of dynamic shared memory of a block, got tuple (1, 2)",
        "ValueError: increment: shared= must not be negative, got int -1",
        "LaunchError: increment: shared= is more bytes of dynamic shared memory than there "
        "are: the most that cuda:0 gives a block of the kernel is 231936, besides its 512 "
        "bytes of constant size, got int 1000000000",
        "TypeError: increment: this kernel is CUDA C++, of which there is no host C++ True",
        "['scale<double>', 'scale<float>']",
    ]


BY_NVCC = (
    START
    + """
m = cp.cuda_source(SOURCE)
print(m.ns.mixed.signature, m.increment.built)
print(m.ns.hidden.signature)
print(m.scale[cp.float32].signature)
L = [[1, 2], [3, 4]]; m.increment(5, block=64)(L); print(L)
"""
)


def test_kernels_by_nvcc():
    """What is found in the compiled file does not depend on the compiler."""
    assert run(BY_NVCC) == [
        "ns::mixed : void (float* X, float3 v, half h, uint64 n, bool* flags) True",
        "ns::hidden : void (uint64* X)",
        "scale<float> : void (float* X, float by, int n)",
        "[[2, 2], [3, 4]]",
    ]


STRUCTS = (
    START
    + """
@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32

@cp.struct
class Pair:
    x: cp.float32
    z: cp.float32

m = cp.cuda_source(SOURCE, types={"Body": Body})
print(m.ns.move.signature)
bodies = [Body(1.0, 2.0, 3.0, 4.0)]
m.ns.move(1)(bodies, Body(1.0, 0.0, 0.0, 0.0))
zeros = np.zeros(4, Body.dtype)
m.ns.move(1)(zeros, Body(1.0, 0.0, 0.0, 0.0))
print(refusal(lambda: m.ns.move(1)(bodies, 3.0)))
text = refusal(lambda: cp.cuda_source(SOURCE, types={"Body": Pair}).ns.move)
print([line.split("error: ")[1] for line in text.splitlines() if "error: " in line])
"""
)


def test_structs():
    assert run(STRUCTS, "nvrtc") == [
        "ns::move : void (Body* bodies, Body by)",
        "TypeError: ns::move: parameter by (Body): expected Body(x, y, z, mass), got float 3.0",
        "['static assertion failed with \"cuda_source: types: Body has 8 bytes in Python\"', 'static "
        'assertion failed with "cuda_source: types: Body has a field z of 4 bytes at byte 4 in Python"\']',
    ]


ERRORS = (
    START
    + '''
m = cp.cuda_source("""
// a comment of its own
__global__ void wrong(float* X) {
    X[0] = undefined;
}
""")
print(next(line for line in refusal(lambda: m.wrong).splitlines() if "error" in line))
print(refusal(lambda: cp.cuda_source(SOURCE, libraries=["nothing"], compiler="nvrtc").increment))
print(cp.cuda_source(SOURCE, flags=["-DNOT_DEFINED", "-O1"]).absent.signature)
'''
)


def test_errors_are_at_the_line_in_the_python_file():
    assert run(ERRORS) == [
        'FILE(17): error: identifier "undefined" is undefined',
        'ValueError: libraries are linked by nvcc, and NVRTC only compiles: leave compiler="nvrtc" out, or '
        "CUDAPY_COMPILER",
        "absent : void (float* X)",
    ]
