"""The variant of a kernel with barriers in which a CUDA thread does the work of several rows of its block
computes what the kernel computes. The host runs both, so that no GPU is needed."""

import numpy as np
import pytest

import block_coarsened_kernels
import fake_cuda
from block_coarsened_kernels import CASES
from cuda_on_host import HostKernels, names_in, translate
from cudapy._simulate.dtypes import DTYPES
from cudapy._simulate.program import Program, signature_of
from oracle import compare
from test_coarsening import memory_after, pycu2cu

SIZES = [
    {"r": 24, "c": 16, "k": 32, "n": 24, "m": 30, "N": 16},
    {"r": 8, "c": 24, "k": 8, "n": 5, "m": 9, "N": 19},
]
BLOCK = (8, 8)


@pytest.fixture(
    scope="module", params=[("int32", "1,4"), ("int64", "1,4"), ("int32", "1,2"), ("int32", "1,8")]
)
def kernels(request, tmp_path_factory):
    """The kernels for the host, with coordinates of either width, and several coarsening factors."""
    folder = tmp_path_factory.mktemp("block_coarsening")
    index, size = request.param
    options = ["--index", index] + (["--coarsen", size] if size != "1,4" else [])
    text = translate(pycu2cu(), block_coarsened_kernels.__file__, folder, *options)
    made = HostKernels(text, folder)
    # Places that are made narrower are no sums of products, so that nobody knows what neighbours have in
    # common.
    missing = {name for name in CASES if name + "_coarsened" not in made.parameters}
    assert missing == ({"keeps", "calls_twice"} if (index, size) == ("int64", "1,4") else set())
    return made, int(size[2:])


def arguments_for(name, sizes):
    kernel, given = CASES[name]
    random = np.random.default_rng(sizes["r"])
    made = []
    for argument, (kind, rank) in zip(given, signature_of(kernel)[1], strict=True):
        if rank == 0:
            made.append(argument)
            continue
        shape = [int(argument)] if argument.isdigit() else [sizes[letter] for letter in argument]
        dtype = np.dtype(DTYPES[kind])
        values = (
            random.random(shape)
            if dtype.kind == "f"
            else random.integers(0 if dtype.kind == "u" else -50, 50, shape)
        )
        made.append(values.astype(dtype))
    return made


def threads_for(sizes):
    """Returns as many threads as there are places, and fewer, for which the same blocks run."""
    return [(sizes["c"], sizes["r"]), (sizes["c"] - 3, sizes["r"] - 5)]


@pytest.mark.parametrize("name", CASES)
def test_coarsened_kernel_computes_the_same(kernels, name):
    host, rows = kernels
    if name + "_coarsened" not in host.parameters:
        return
    for sizes in SIZES:
        for threads in threads_for(sizes):
            arguments = arguments_for(name, sizes)
            separate = memory_after(host, name, threads, arguments, BLOCK)
            coarsened = (threads[0], -(-threads[1] // 8) * 8 // rows)
            together = memory_after(host, name + "_coarsened", coarsened, arguments, (8, 8 // rows))
            for number, (expected, got) in enumerate(zip(separate, together)):
                assert np.array_equal(expected.bytes, got.bytes), (
                    f"{name}, {threads} threads: array {number} is\n{got.array}"
                )


@pytest.mark.parametrize("name", CASES)
def test_coarsened_kernel_computes_what_python_computes(kernels, name):
    host, rows = kernels
    if name + "_coarsened" not in host.parameters:
        return
    sizes = SIZES[1]
    arguments = arguments_for(name, sizes)
    threads = threads_for(sizes)[0]
    got = memory_after(host, name + "_coarsened", (threads[0], threads[1] // rows), arguments, (8, 8 // rows))
    Program([CASES[name][0], *block_coarsened_kernels.HELPERS]).run(
        CASES[name][0], threads, arguments, (*BLOCK, 1)
    )
    expected = [each for each in arguments if isinstance(each, np.ndarray)]
    for number, (memory, want) in enumerate(zip(got, expected)):
        compare(memory.array, want, f"{name}: array {number}")


@pytest.mark.parametrize("name", ["through_global", "sees_own"])
def test_one_array_twice(kernels, name):
    """A thread reads what it, and after a barrier what others, have stored through the other parameter."""
    host, rows = kernels
    A = np.arange(64, dtype=np.int32).reshape(8, 8)
    (separate,) = memory_after(host, name, (8, 8), [A, A], BLOCK)
    (together,) = memory_after(host, name + "_coarsened", (8, 8 // rows), [A, A], (8, 8 // rows))
    assert np.array_equal(separate.bytes, together.bytes)


HELPERS = """import cudapy as cp

# waits : void ()
def waits():
    syncthreads()

# place : int ()
def place():
    return blockIdx.y

"""

ALONE = """
# {name} : void (float[,] A, float[,] B)
def {name}(A, B):
    tile = shared(float, (8, 8))
    x, y = threadIdx.x, threadIdx.y
    tile[y, x] = A[idy, idx]
    syncthreads()
    total = 0.0
    {body}
    B[idy, idx] = total
"""

CALLS = (
    "it calls a function that reads arrays, writes, waits, asks for its place, or is CUDA C++ or recursive"
)

SUM = """for k in range(8):
        total += tile[k, x] * tile[y, k]
    """

REASONS = {
    "rows_leave": (SUM + "if idy > 3:\n        return", "its threads diverge"),
    "own_turns": (SUM + "for k in range(y):\n        total += tile[k, x]", "its threads diverge"),
    "nothing_shared": (
        "for k in range(8):\n        total += tile[y, k]",
        "neighbouring threads have no loads in a loop in common",
    ),
    "no_loop": ("total = tile[x, y]", "neighbouring threads have no loads in a loop in common"),
    "all_the_same": (
        "for k in range(8):\n        total += tile[k, x]",
        "neighbouring threads have no loads in a loop in common",
    ),
    "counted": (SUM + "total += cp.syncthreads_count(y > 2)", "it uses the result of a barrier"),
    "in_warps": (
        SUM + "total = cp.shfl_xor_sync(0xffffffff, total, 1)",
        "its threads work together in blocks or warps",
    ),
    "prints": (
        SUM + "print(y)",
        "it prints, asserts, draws random numbers or uses the result of an atomic operation",
    ),
    "dynamic": (
        SUM + "more = shared(float)\n    more[0] = total",
        "it has shared arrays that are sized at the launch",
    ),
    "fenced": (SUM + "cp.threadfence()", "it orders what it does by fences"),
    "helper_waits": (SUM + "waits()", CALLS),
    "helper_asks": (SUM + "total += place()", "a function that it calls asks for the thread's place"),
    "own_memory": (
        SUM + "own = local(float, 2)\n    own[0] = total",
        "it keeps arrays, structs, vectors, halves or complex numbers, or arrays without a length",
    ),
}


@pytest.fixture(scope="module")
def separate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("separate")
    path = folder / "separate.py"
    path.write_text(
        HELPERS + "".join(ALONE.format(name=name, body=body) for name, (body, _) in REASONS.items())
    )
    return path


def test_kernels_that_are_not_coarsened(separate, tmp_path):
    names = names_in(translate(pycu2cu(), str(separate), tmp_path))
    assert names == {*REASONS, "waits"}


def test_reasons_are_told(separate):
    lines = fake_cuda.run(f"""
import importlib.util
spec = importlib.util.spec_from_file_location("separate", {str(separate)!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
for name in {list(REASONS)}:
    options = {{"shared": 4}} if name == "dynamic" else {{}}
    print(cp.compile([getattr(module, name), module.waits, module.place]).explain(8, 8, block=(8, 8), **options).coarsening_reason)
""")  # noqa: E501
    assert lines == [reason for _, reason in REASONS.values()]


LAUNCHES = """
import block_coarsened_kernels
fake.fake_log.restype = ctypes.c_char_p
def shape(call, *threads, **options):
    A, B, C = (cp.zeros((64, 64), cp.Double) for _ in range(3))
    call(*threads, **options)(A, B, C)
    plan = call.explain(*threads, **options)
    return fake.fake_log().decode().split(" shared")[0], plan.is_coarsened, plan.coarsening, plan.block, plan.coarsening_reason
"""  # noqa: E501


def test_launches_divide_their_blocks():
    """The grid stays, and blocks have fewer rows; where that leaves too few threads, the kernel is the plain
    one."""
    lines = fake_cuda.run(
        LAUNCHES
        + """
call = cp.compile(block_coarsened_kernels.tiled_guarded)
for threads, block in (((4096, 4096), (32, 32)), ((4096, 4096), None), ((4000, 4001), (16, 16)), ((4096, 4096), (8, 8)),
                       ((4096, 4096), (32, 30)), ((4096, 4096), (4, 256)), ((64, 64), (32, 32))):
    print(*shape(call, *threads, block=block), sep="; ")
"""  # noqa: E501
    )
    loaded = "what neighbouring threads load alike in a loop is loaded once for several of them"
    small = "its blocks are smaller than 256 threads, or narrower than 8"
    assert lines == [
        f"grid 128 128 1 block 32 8 1; True; (1, 4, 1); (32, 8, 1); {loaded}",
        f"grid 256 256 1 block 16 4 1; True; (1, 4, 1); (16, 4, 1); {loaded}",
        f"grid 250 251 1 block 16 4 1; True; (1, 4, 1); (16, 4, 1); {loaded}",
        f"grid 512 512 1 block 8 8 1; False; (1, 1, 1); (8, 8, 1); {small}",
        "grid 128 137 1 block 32 30 1; False; (1, 1, 1); (32, 30, 1); the height of its blocks is no "
        "multiple of 4",
        f"grid 1024 16 1 block 4 256 1; False; (1, 1, 1); (4, 256, 1); {small}",
        "grid 2 2 1 block 32 32 1; False; (1, 1, 1); (32, 32, 1); "
        "there are too few threads to fill the GPU when coarsened",
    ]


def test_sizes_that_are_asked_for_are_launched_in_small_launches_too():
    lines = fake_cuda.run(
        LAUNCHES
        + """
print(*shape(cp.compile(block_coarsened_kernels.tiled_guarded, coarsen=(1, 2)), 64, 64, block=(8, 8)), sep="; ")
print(*shape(cp.compile(block_coarsened_kernels.tiled_guarded, coarsen=1), 64, 64, block=(8, 8)), sep="; ")
print(*shape(cp.compile(block_coarsened_kernels.tiled_guarded, optimize=False), 4096, 4096, block=(32, 32)), sep="; ")
for size in ((2, 1), (2, 4)):
    try:
        cp.compile(block_coarsened_kernels.tiled_guarded, coarsen=size)
    except ValueError as error:
        print(error)
"""  # noqa: E501
    )
    assert lines == [
        "grid 8 8 1 block 8 4 1; True; (1, 2, 1); (8, 4, 1); coarsen= asks for it",
        "grid 8 8 1 block 8 8 1; False; (1, 1, 1); (8, 8, 1); coarsen= asks for it",
        "grid 128 128 1 block 32 32 1; False; (1, 1, 1); (32, 32, 1); ",
        "tiled_guarded: coarsen=(2, 1) is not possible: its threads wait for those of their block, so that "
        "it is coarsened along y",
        "tiled_guarded: coarsen=(2, 4) is not possible: its threads wait for those of their block, so that "
        "it is coarsened along y",
    ]


def test_explain_speaks_of_the_blocks_that_were_given():
    lines = fake_cuda.run("""
import block_coarsened_kernels
text = repr(cp.compile(block_coarsened_kernels.tiled).explain(4096, 4096, block=(32, 32)))
print(*text.splitlines()[1:4], sep=chr(10))
""")
    assert lines == [
        "  grid           128 x 128 blocks of 32 x 8 threads, which do the work of those given",
        "  variant        a CUDA thread does the work of 4 threads, if there are so many",
        "  gain           what neighbouring threads load alike in a loop is loaded once for several of them",
    ]


def test_simulated_launches_have_the_blocks_that_were_asked_for():
    assert fake_cuda.run("""
import block_coarsened_kernels, numpy as np
call = cp.compile(block_coarsened_kernels.tiled, coarsen=(1, 4))
A = np.arange(64, dtype=np.float32).reshape(8, 8)
C = np.zeros((8, 8), np.float32)
call.simulate((8, 8), A, A, C, block=(8, 8))
print((C == A @ A).all())
""") == ["True"]


def test_traced_launches_have_the_blocks_that_were_asked_for():
    assert fake_cuda.run("""
import block_coarsened_kernels, numpy as np
call = cp.compile(block_coarsened_kernels.tiled, coarsen=(1, 4))
A = np.ones((16, 16), np.float32)
plan = call.explain((16, 16), A, A, A.copy(), block=(8, 8))
print(plan.block, plan.traced.block, plan.traced.grid)
""") == ["(8, 2, 1) (8, 8, 1) (2, 2, 1)"]
