"""Kernels that load vectors, and have other factors where a launch's arguments allow no vectors, or its
threads are too few."""

import fake_cuda

START = (
    fake_cuda.START
    + """
fake.fake_log.restype = ctypes.c_char_p
def launched():
    return fake.fake_log().decode().split(" shared")[0]

# stencil : void (float[,] U, float[,] V)
def stencil(U, V):
    h, w = U.shape
    if 0 < idx < w - 1 and 0 < idy < h - 1:
        V[idy, idx] = U[idy, idx - 1] + U[idy, idx + 1] + U[idy - 1, idx] + U[idy + 1, idx]

# halved : void (float[,] U, float[,] V)
def halved(U, V):
    if idy < U.shape[0] and idx < U.shape[1]:
        V[idy, idx] = U[idy, idx] * 0.5

def arrays(w, h):
    return cp.zeros((h, w), cp.Float), cp.zeros((h, w), cp.Float)

call = cp.compile(stencil)
"""
)


def test_a_launch_has_the_factors_that_its_arguments_allow(tmp_path):
    """Each variant is compiled when a launch first needs it, and once."""
    log = tmp_path / "nvcc.log"
    lines = fake_cuda.run(
        START
        + """
from pathlib import Path
def compiled():
    return len(Path(LOG).read_text().splitlines())
call(2048, 1024)(*arrays(32, 16)); print(compiled(), launched())
call(2047, 1024)(*arrays(31, 16)); print(compiled(), launched())
U, V = arrays(32, 16)
call(2048, 1024)(U, V); print(compiled(), launched())
call(2047, 1024)(*arrays(31, 16)); print(compiled(), launched())
call(2048, 1024, block=(32, 8))(U, V); print(compiled(), launched())
call(64, 64)(*arrays(32, 16)); print(compiled(), launched())
""".replace("LOG", repr(str(log))),
        FAKE_NVCC_LOG=str(log),
    )
    assert lines == [
        "2 grid 16 64 1 block 32 8 1",  # coarsened by 4 x 2
        "3 grid 64 32 1 block 32 8 1",  # of 1 x 4
        "3 grid 16 64 1 block 32 8 1",
        "3 grid 64 32 1 block 32 8 1",
        "3 grid 64 128 1 block 32 8 1",  # the block was given
        "3 grid 2 8 1 block 32 8 1",  # too few threads for any
    ]


def test_kernels_that_share_no_rows_have_several_rows_instead_of_words():
    assert fake_cuda.run(
        START
        + """
one = cp.compile(halved)
for shape, width in ((2048, 1024), 32), ((2047, 1024), 31), ((16, 1 << 16), 16), ((3, 1 << 18), 32), ((64, 64), 32):
    one(*shape)(*arrays(width, 16))
    print(launched())
plan = one.explain(2048, 1024)
print(plan.coarsening, plan.coarsening_otherwise, plan.coarsening_reason)
plan = one.explain(3, 1 << 18)
print(plan.coarsening, plan.coarsening_otherwise, plan.coarsening_reason)
"""  # noqa: E501
    ) == [
        "grid 16 128 1 block 32 8 1",  # coarsened by 4 x 1
        "grid 64 32 1 block 32 8 1",  # of 1 x 4
        "grid 1 1024 1 block 4 64 1",
        "grid 1 1024 1 block 4 64 1",
        "grid 2 8 1 block 32 8 1",
        "(4, 1, 1) (1, 4, 1) loads and stores of neighbouring threads are vectorized",
        "(1, 4, 1) None several loads of a thread are under way at the same time",
    ]


def test_narrow_stencils_are_coarsened_along_y():
    """Where there are few coarsened threads along x, many of them would diverge at the edges."""
    assert fake_cuda.run(
        START
        + """
U, V = arrays(32, 16)
for width in 16, 63, 64:
    call(width, 1 << 16)(U, V)
    print(launched())
"""
    ) == ["grid 1 1024 1 block 16 16 1", "grid 2 2048 1 block 32 8 1", "grid 1 2048 1 block 16 16 1"]


def test_tuning_compares_with_the_way_that_a_launch_has():
    """The factors that its arguments allow, be they the usual ones or the others."""
    assert fake_cuda.run(
        START
        + """
for shape, width in ((2048, 1024), 32), ((2047, 1024), 31), ((600, 512), 32), ((64, 64), 32):
    tuned = call.tune(*shape)(*arrays(width, 16))
    print(tuned.usual.coarsening, tuned.usual.block)
"""
    ) == [
        "(4, 2, 1) (32, 8, 1)",
        "(1, 4, 1) (32, 8, 1)",
        "(1, 4, 1) (32, 8, 1)",
        "(1, 1, 1) (32, 8, 1)",
    ]


def test_explain_names_both():
    assert fake_cuda.run(
        START
        + """
for shape in (2048, 1024), (600, 512), (64, 64):
    plan = call.explain(*shape)
    print(plan.is_coarsened, plan.coarsening, plan.coarsening_otherwise)
    print(plan.coarsening_needs, plan.coarsening_reason)
    print(*[line.strip() for line in repr(plan).splitlines() if line.startswith("  variant")])
"""
    ) == [
        "True (4, 2, 1) (1, 4, 1)",
        "('U begins at a multiple of 16 bytes', 'V begins at a multiple of 16 bytes', "
        "'U.shape[1] is a multiple of 4', 'V.shape[1] is a multiple of 4') "
        "rows that neighbouring threads have in common are loaded once for several of them",
        "variant        a CUDA thread does the work of 8 threads, if U begins at a multiple of 16 bytes and "
        "V begins at a multiple of 16 bytes and U.shape[1] is a multiple of 4 and V.shape[1] is a multiple "
        "of 4, else of 4",
        "True (1, 4, 1) None",
        "() rows that neighbouring threads have in common are loaded once for several of them",
        "variant        a CUDA thread does the work of 4 threads, if there are so many",
        "False (1, 1, 1) None",
        "('U begins at a multiple of 16 bytes', 'V begins at a multiple of 16 bytes',"
        " 'U.shape[1] is a multiple of 4', 'V.shape[1] is a multiple of 4')"
        " there are too few threads to fill the GPU when coarsened",
        "variant        each thread is a CUDA thread, since there are too few threads to fill "
        "the GPU when coarsened",
    ]


def test_a_launch_does_without_a_form_that_cannot_be_built():
    """Nobody asks for it again. A warning says so of the usual variant, which most launches would have."""
    assert fake_cuda.run(
        START
        + """
import os, warnings
U, V = arrays(31, 16)
both = cp.compile([stencil, halved])
for one in call, both, both.halved:
    one(64, 64)(U, V)
os.environ["FAKE_NVCC_FAILS"] = "1"
for _ in range(2):
    plan = call.explain(600, 512)  # does not raise, either
    print(plan.is_coarsened, plan.coarsening)
call(2047, 1024)(U, V); print(launched())
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for _ in range(2):
        call(2048, 1024)(*arrays(32, 16)); print(launched())
    for size in (2048, 1024), (64, 64):
        plan = call.explain(*size)
        print(plan.is_coarsened, plan.coarsening_reason)
    both(2048, 1024)(*arrays(32, 16)); print(launched())
    both.halved(2048, 1024)(*arrays(32, 16)); print(launched())
for each in seen:
    print(each.category.__name__, each.filename == __file__, *str(each.message).splitlines()[:1])
del os.environ["FAKE_NVCC_FAILS"]
call(2047, 1024)(U, V); print(launched())
call(2048, 1024)(*arrays(32, 16)); print(launched())
"""
    ) == [
        "False (1, 1, 1)",
        "False (1, 1, 1)",
        "grid 64 128 1 block 32 8 1",
        "grid 64 128 1 block 32 8 1",
        "grid 64 128 1 block 32 8 1",
        "False the coarsened variant could not be built",
        "False there are too few threads to fill the GPU when coarsened",
        "grid 64 128 1 block 32 8 1",
        "grid 64 128 1 block 32 8 1",
        *[
            "RuntimeWarning True stencil: the coarsened variant, which is faster, could not be built, and "
            "launches run without it. Please report this, with the source and what `python -m cudapy "
            "doctor` prints: the compiler exited with status 1"
        ]
        * 2,
        "grid 64 128 1 block 32 8 1",
        "grid 64 128 1 block 32 8 1",
    ]


def test_a_form_that_no_cache_can_keep_is_done_without(tmp_path):
    """The path of the cache is any bytes. Kernels with barriers say in `explain`, too, why they are without
    the form."""
    assert fake_cuda.run(
        START
        + """
import os, warnings
import block_coarsened_kernels
call(64, 64)(*arrays(32, 16))
tiled = cp.compile(block_coarsened_kernels.tiled_guarded)
tiled.explain(64, 64, block=(16, 16))
os.environb[b"CUDAPY_CACHE_DIR"] = b"/proc/no\\xff"
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    call(2048, 1024)(*arrays(32, 16)); print(launched())
    print(tiled.explain(8192, 8192, block=(16, 16)).coarsening_reason)
for each in seen:
    print(each.category.__name__, str(each.message).partition(":")[0], "/proc/no\N{REPLACEMENT CHARACTER}" in str(each.message))
""",  # noqa: E501
        CUDAPY_CACHE_DIR=str(tmp_path),
    ) == [
        "grid 64 128 1 block 32 8 1",
        "the coarsened variant could not be built",
        "RuntimeWarning stencil True",
        "RuntimeWarning tiled_guarded True",
    ]


def test_a_form_that_is_asked_for_and_cannot_be_built_is_an_error():
    assert fake_cuda.run(
        START
        + """
import os, warnings
def attempt(one):
    try:
        one(2048, 1024)(*arrays(32, 16))
    except (cp.ToolchainError, RuntimeWarning) as error:
        print(type(error).__name__)
asked = cp.compile(stencil, coarsen=(4, 2))
other = cp.compile(halved)
for one in call, asked, other:
    one(64, 64)(*arrays(31, 16))
os.environ["FAKE_NVCC_FAILS"] = "1"
warnings.simplefilter("error")
for one in call, call, asked, asked:
    attempt(one)
print(launched())
os.environ["CUDAPY_OPTIMIZE"] = "always"
attempt(other)
"""
    ) == [
        "RuntimeWarning",
        "ToolchainError",
        "ToolchainError",
        "grid 64 128 1 block 32 8 1",
        "ToolchainError",
    ]


def test_sizes_and_blocks_that_are_asked_for_have_no_other_factors():
    assert fake_cuda.run(
        START
        + """
U, V = arrays(31, 16)
for options in {"coarsen": (4, 2)}, {"coarsen": (1, 4)}, {"optimize": False}:
    one = cp.compile(stencil, **options)
    one(2047, 1024)(U, V)
    print(launched(), one.explain(2047, 1024).coarsening_otherwise)
call(2047, 1024, block=(64, 2))(U, V)
print(launched())
"""
    ) == [
        "grid 64 128 1 block 32 8 1 None",
        "grid 64 32 1 block 32 8 1 None",
        "grid 64 128 1 block 32 8 1 None",
        "grid 32 512 1 block 64 2 1",
    ]
