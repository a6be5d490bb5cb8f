"""What is said of a kernel that failed while nobody waited: which ones it may have been, and where they were
launched. On a driver that fails when it is told to, and, where there is a GPU, in children whose kernels do
fail."""

import os
import re
import subprocess
import sys
import textwrap

import fake_cuda
import pytest

FAILED = (
    "failed, because a kernel launched before it did: CUDA_ERROR_ILLEGAL_ADDRESS (700): the driver's text. "
)
END = (
    "The process can not use this GPU any more and must be started again. compute-sanitizer finds the line "
    "of the kernel."
)

HEAD = """
add_one, halve = cp.compile(kernels.add_one), cp.compile(kernels.halve)
A, D = cp.CudaArray([1]), cp.CudaArray([1.0], cp.Double)
stream, other = cp.Stream(), cp.Stream()
def here():
    return sys._getframe(1).f_lineno
def failing(wait):
    fake.fake_fail(700)
    try: wait()
    except cp.KernelError as error: print(str(error).replace(__file__, "file"))
    else: print("no error")
    fake.fake_fail(0)
def at(line): print(line)
"""


def test_one_launch_is_named():
    line, *said = fake_cuda.run(
        HEAD
        + """
halve(1)(D)
cp.synchronize()
add_one(1)(A); at(here())
failing(cp.synchronize)
cp.synchronize()
failing(cp.synchronize)
"""
    )
    assert said == [
        f"waiting for the GPU {FAILED}It was add_one, launched in file:{line}. {END}",
        f"waiting for the GPU {FAILED}{END}",
    ]


def test_several_launches_are_listed():
    lines, *said = fake_cuda.run(
        HEAD
        + """
first = here(); halve(1)(D)
for _ in range(3):
    second = here(); add_one(1)(A)
third = here(); halve(1, stream=stream)(D)
print(first, second, third)
failing(A.toList)
"""
    )
    first, second, third = lines.split()
    assert said == [
        f"copying from the GPU {FAILED.rstrip()} It was one of these, which nobody has waited for since, "
        "the last first:",
        f"  halve, launched in file:{third}",
        f"  add_one, launched in file:{second} (3 times)",
        f"  halve, launched in file:{first}",
        END,
    ]


@pytest.mark.parametrize(
    "wait",
    [
        "stream.synchronize()",
        "stream.query()",
        "event.synchronize()",
        "stream.synchronize(); event.synchronize()",
        "X = [1.0]; halve(1, stream=stream)(X)",
        "cp.CudaArray([1.0], cp.Double).copy_to(cp.CudaArray([1.0], cp.Double, 'cpu'), stream=stream)",
    ],
)
def test_what_was_waited_for_is_no_suspect(wait):
    line, said = fake_cuda.run(
        HEAD
        + f"""
add_one(1, stream=other)(A); at(here())
halve(1, stream=stream)(D)
event = stream.record()
while not stream.query() and "query" in {wait!r}: pass
{wait}
failing(cp.synchronize)
"""
    )
    assert said == f"waiting for the GPU {FAILED}It was add_one, launched in file:{line}. {END}"


def test_many_launches():
    said = fake_cuda.run(
        HEAD
        + """
for n in range(100):
    exec("add_one(1)(A)" if n % 2 else "halve(1)(D)")
failing(cp.synchronize)
"""
    )
    assert len(said) == 11
    assert said[1] == "  add_one, launched in <string>:1"
    assert said[8:] == ["  halve, launched in <string>:1", "  or one before them", END]


def test_a_refused_launch_is_no_suspect():
    line, said = fake_cuda.run(
        HEAD
        + """
add_one(1)(A); at(here())
failing(lambda: halve(1)(D))
"""
    )
    assert said == f"halve: a launch of 1 threads {FAILED}It was add_one, launched in file:{line}. {END}"


def test_the_line_is_of_the_users_code():
    """A generic kernel is launched by the package."""
    line, said = fake_cuda.run(
        HEAD
        + """
# fill : void (T* X, T by)
def fill(X, by):
    X[idx] = by
call = cp.compile(fill)
call(1)(A, 3)
cp.synchronize()
call(1)(A, 3); at(here())
failing(cp.synchronize)
"""
    )
    assert re.fullmatch(
        rf"waiting for the GPU {re.escape(FAILED)}It was fill\w*, launched in file:{line}\. {re.escape(END)}",
        said,
    )


def test_lists_name_their_own_launch():
    line, said = fake_cuda.run(
        HEAD
        + """
def launch():
    print(here() + 1)
    add_one(1)([1])
import ctypes
fake.fake_fail_waits(700)
try: launch()
except cp.KernelError as error: print(str(error).replace(__file__, "file"))
"""
    )
    assert said == f"waiting for a stream {FAILED}It was add_one, launched in file:{line}. {END}"


WILD = """
import cudapy as cp
# wild : void (int* A, int64 far)
def wild(A, far):
    A[far] = 1
call = cp.compile(wild, index=cp.int64)
A = cp.CudaArray([1])
call(1)(A, 1 << 40)
try: {wait}
except cp.KernelError as error: print(error)
try: cp.CudaArray([1])
except cp.Error as error: print(type(error).__name__)
"""


@pytest.mark.parametrize("wait", ["cp.synchronize()", "A.toList()", "cp.current_stream().synchronize()"])
def test_an_illegal_address(target, wait, tmp_path):
    if target != "cuda":
        pytest.skip("on the CPU it would end the process")
    path = tmp_path / "wild.py"
    path.write_text(textwrap.dedent(WILD.format(wait=wait)), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env=dict(os.environ), timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    message, second = run.stdout.splitlines()
    assert "CUDA_ERROR_ILLEGAL_ADDRESS (700)" in message
    assert f"It was wild, launched in {path}:8." in message and message.endswith(END)
    assert second in ("KernelError", "DeviceError")


GRID = """
import cudapy as cp
# settle : void (int* X, int limit)
def settle(X, limit):
    for step in range(3):
        assert X[idx] < limit, "too large"
        X[idx] += 1
        grid_sync()
call = cp.compile(settle)
X = cp.CudaArray([0] * 1024)
call(1024, block=256)(X, 3)
assert X.toList() == [3] * 1024
"""
LOST = (
    "The kernel waits for all blocks with grid_sync(), where no thread can end by itself, so that the whole "
    "launch was ended by force. The process can not use this GPU any more and must be started again."
)


@pytest.mark.parametrize("limit", [2, 1])
def test_an_assertion_among_waiting_blocks_ends_the_launch(target, limit, tmp_path):
    """Thread 0 of a block that ended by itself would leave all other blocks waiting for ever."""
    if target != "cuda":
        pytest.skip("on the CPU the launch says so: test_reports.py")
    path = tmp_path / "settle.py"
    path.write_text(
        GRID
        + f"""
X = cp.CudaArray([{limit} if i == 256 else -9 for i in range(1024)])
call(1024, block=256)(X, {limit})
for _ in range(2):
    try: cp.synchronize()
    except Exception as error: print(type(error).__name__ + ":", error)
""",
        encoding="utf-8",
    )
    run = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env=dict(os.environ), timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    first, lost, second = run.stdout.splitlines()
    assert first == f'AssertionError: assertion failed in {path}:6: assert X[idx] < limit, "too large"'
    assert lost == LOST
    assert second.startswith("KernelError: ") and second.endswith(END)


def test_what_was_asserted_outlives_the_memory():
    """The kernel leaves its number in the host's memory, where a pointer of the module says."""
    said = fake_cuda.run("""
# settle : void (int* X, int limit)
def settle(X, limit):
    assert limit > 0
    assert X[idx] < limit, "too large"
    grid_sync()
call = cp.compile(settle)
A = cp.CudaArray([1])
fake.fake_variable.restype = ctypes.c_void_p
number = ctypes.c_int.from_address(ctypes.c_void_p.from_address(fake.fake_variable()).value)
call(1)(A, 1)
cp.synchronize()
call(1)(A, 1)
number.value = 2
fake.fake_fail(719)
for _ in range(2):
    try: cp.synchronize()
    except Exception as error: print(type(error).__name__ + ":", str(error).replace(__file__, "file"))
""")
    assert said[:2] == [
        'AssertionError: assertion failed in file:10: assert X[idx] < limit, "too large"',
        LOST,
    ]
    assert len(said) == 3 and said[2].startswith("KernelError: ")


def test_a_note_says_which_call_raises_what_a_gpu_asserted():
    assert fake_cuda.run("""
# settle : void (int* X)
def settle(X):
    assert X[idx] < 7
call = cp.compile(settle)
A = cp.CudaArray([1])
fake.fake_variable.restype = ctypes.c_void_p
number = ctypes.c_int.from_address(fake.fake_variable())
call(1)(A)
number.value = 1
try: cp.synchronize()
except AssertionError as error: print(str(error).replace(__file__, "file"), *error.__notes__, sep="\\n")
cp.synchronize()
""") == [
        "assertion failed in file:9: assert X[idx] < 7",
        "A launch on cuda:0 does not wait: the next call that does raises this error, such as "
        "synchronize(), a copy to the host, or a launch whose arguments are lists or NumPy arrays, which "
        "are copied back.",
    ]
