"""Functions that call themselves, on a GPU: the stack that its threads get for them. Mostly on a GPU that is
not there."""

import os
import subprocess
import sys

import pytest

import fake_cuda

KERNELS = """
@cp.kernel("void (int* X)")
def deep(X):
    X[idx] = through(X[idx])

# through : int (int n)
def through(n):
    return depth(n)

# depth : int (int n)
def depth(n):
    return n - (depth(n - 1) - (n - 1)) if n > 0 else 0  # not a sum, which a compiler makes a loop of

@cp.kernel("void (int* X)")
def flat(X):
    X[idx] = 1
A = cp.CudaArray([1, 2])
"""


def run(code, **environment):
    return fake_cuda.run(KERNELS + code, **environment)


@pytest.mark.parametrize(
    "memory, stack", [("2000000", 4096), ("68719476736", 15360), ("1099511627776", 32768)]
)
def test_it_is_what_the_memory_is_enough_for(memory, stack):
    assert run(
        "flat(2)(A)\nprint(fake.fake_stack())\ndeep(2)(A)\nprint(fake.fake_stack())", FAKE_MEMORY=memory
    ) == ["1024", str(stack)]


def test_what_the_environment_asks_for():
    assert run("deep(2)(A)\nprint(fake.fake_stack())", CUDAPY_GPU_STACK="100000") == ["100000"]


def test_what_somebody_has_set_is_not_made_less():
    assert run("fake.cuCtxSetLimit(0, ctypes.c_size_t(300000))\ndeep(2)(A)\nprint(fake.fake_stack())") == [
        "300000"
    ]


@pytest.mark.parametrize("text", ["much", "0", "524289", "-1", "1K"])
def test_an_environment_that_makes_no_sense(text):
    assert run(
        "try:\n    deep(2)(A)\nexcept ValueError as error:\n    print(error)", CUDAPY_GPU_STACK=text
    ) == [f'CUDAPY_GPU_STACK is "{text}", and must be a number of bytes from 1 to 524288']


def test_an_error_says_how_large_it_is():
    code = """
try:
    X = [1]
    deep(1)(X)
    fake.fake_fail_waits(700)
    deep(1)(X)
except cp.KernelError as error:
    print(str(error).replace(__file__, "file").replace(str(sys._getframe().f_lineno - 2), "LINE"))
"""
    assert run(code, CUDAPY_GPU_STACK="9000") == [
        "waiting for a stream failed, because a kernel launched before it did: CUDA_ERROR_ILLEGAL_ADDRESS "
        "(700): the driver's text. It was deep, launched in file:LINE. The process can not use this GPU any "
        "more and must be started again. Functions that call themselves have a stack of 9000 bytes in each "
        "thread: where they need more, CUDAPY_GPU_STACK=BYTES gives it. compute-sanitizer finds the line of "
        "the kernel."
    ]


MEASURED = """
def seen():
    print(fake.fake_stack_at_launch(), fake.fake_stack())
stream, event = cp.Stream(), cp.Event()
def of_event():
    event.record()
    event.synchronize()
"""


@pytest.mark.parametrize(
    "wait",
    [
        "cp.synchronize()",
        "stream.synchronize()",
        "of_event()",
        "B.toList()",
        "B.numpy()",
        "stream.synchronize(); cp.memory_info()",
        "cp.trim_memory()",
    ],
)
def test_it_is_given_back_when_the_launch_was_waited_for(wait):
    code = (
        MEASURED
        + f"""
with stream:
    B = cp.CudaArray([1, 2])
    for _ in range(2):
        flat(2)(B)
        seen()
        deep(2)(B)
        seen()
        flat(2)(B)
        seen()
        {wait}
        seen()
"""
    )
    assert run(code) == ["1024 1024", "4096 4096", "4096 4096", "4096 1024"] * 2


def test_a_launch_that_waits_by_itself_gives_it_back():
    assert run(MEASURED + "X = [1, 2]\ndeep(2)(X)\nseen()\nflat(1)(X)\nseen()") == ["4096 1024", "1024 1024"]


def test_work_of_another_stream_keeps_it():
    """The driver would wait for that work, which may take long."""
    code = (
        MEASURED
        + """
other, add_one = cp.Stream(non_blocking=True), cp.compile(kernels.add_one)
with other:
    B = cp.CudaArray([1, 2])
    other.synchronize()
with stream:
    C = cp.CudaArray([1, 2])
    deep(2)(C)
with other:
    add_one(1)(B)
# Not on the main thread, which asks for Ctrl-C meanwhile: all streams of this driver go on then.
waiting = threading.Thread(target=stream.synchronize)
waiting.start()
waiting.join()
print(fake.fake_stack())
other.synchronize()
print(fake.fake_stack())
"""
    )
    assert run(code) == ["4096", "1024"]


def test_a_graph_keeps_it_as_long_as_it_lives():
    code = (
        MEASURED
        + """
with cp.capture() as graph:
    deep(2)(A)
    print(fake.fake_stack())
print(fake.fake_stack())
for _ in range(2):
    graph.replay()
    cp.synchronize()
    print(fake.fake_stack())
del graph
gc.collect()
print(fake.fake_stack())
"""
    )
    assert run(code) == ["1024", "4096", "4096", "4096", "1024"]


def test_it_is_smaller_where_the_gpu_has_no_memory_for_it():
    code = (
        MEASURED
        + """
deep(2)(A)
seen()
cp.synchronize()
seen()
"""
    )
    assert run(code, FAKE_MEMORY="68719476736", FAKE_MOST_STACK="9000") == ["7680 7680", "7680 1024"]
    code = (
        MEASURED
        + """
try:
    deep(2)(A)
except cp.OutOfMemoryError as error:
    print(error)
seen()
"""
    )
    for stack, environment in (
        (4096, {"FAKE_MOST_STACK": "4000"}),
        (9000, {"FAKE_MOST_STACK": "8000", "CUDAPY_GPU_STACK": "9000"}),
    ):
        assert run(code, **environment) == [
            "deep: a launch of 2 threads is not possible: cuda:0 has no memory for the stacks of its "
            f"threads, {stack} bytes for each of the 270336 that it can run at the same time. Free arrays, "
            "or set CUDAPY_GPU_STACK=BYTES to a smaller stack, if the recursion is not deep",
            "0 1024",
        ]


@pytest.mark.parametrize(
    "local, stacks", [("2048", ["1024 1024", "1024 1024"]), ("16000", ["16000 16000", "16000 1024"])]
)
def test_large_local_arrays_get_it_for_their_launches_too(local, stacks):
    assert run(MEASURED + "flat(2)(A)\nseen()\ncp.synchronize()\nseen()", FAKE_LOCAL=local) == stacks


def test_what_it_takes_is_said():
    code = """
print(*(line for line in str(deep.explain(1000)).split("\\n") if "stack" in line), deep.explain(1000).stack, deep.explain(1000).all_stacks)
print(*(line for line in str(flat.explain(1000)).split("\\n") if "stack" in line), flat.explain(1000).stack)
before = cp.memory_info()
deep(2)(A)
cp.synchronize()
after = cp.memory_info()
with cp.capture() as graph:
    deep(2)(A)
kept = cp.memory_info()
print(before.stacks, after.stacks, kept.stacks, kept.printing, after.code > before.code > 0 or after.code)
"""  # noqa: E501
    threads = 132 * 2048
    assert run(code.replace("\\\\n", "\\n"), FAKE_MEMORY="1099511627776") == [
        f"  stack          32768 bytes for each thread that the GPU can run, {32768 * threads / 2**30:.2f} "
        "GiB in all, until the program has waited for the launch; CUDAPY_GPU_STACK=BYTES asks for another "
        f"stack 32768 {32768 * threads}",
        "0",
        f"{1024 * threads} {1024 * threads} {32768 * threads} {1 << 20} 16",
    ]


def test_on_a_real_gpu(target, tmp_path):
    """As deep as the stack lasts, and an error that names the kernel beyond that."""
    if target != "cuda":
        pytest.skip("for GPUs")
    program = (
        "import cudapy as cp\nfrom cudapy import idx\n"
        + KERNELS
        + """
import sys
A = cp.CudaArray([int(sys.argv[1])] * 1000)
try:
    deep(1000)(A)
    print(set(A.toList()))
except cp.KernelError as error:
    print("deep" in str(error) and "CUDAPY_GPU_STACK=BYTES" in str(error))
"""
    )
    path = tmp_path / "program.py"
    path.write_text(program)
    for depth, expected in (("200", "{200}"), ("50000000", "True")):
        made = subprocess.run(
            [sys.executable, path, depth],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env={**os.environ},
        )
        assert (made.stdout.strip(), made.stderr) == (expected, "")
