"""Functions that call themselves, on a GPU: the stack that its threads get for them. Mostly on a GPU that is not there."""

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


@pytest.mark.parametrize("memory, stack", [("2000000", 4096), ("68719476736", 15360), ("1099511627776", 32768)])
def test_it_is_what_the_memory_is_enough_for(memory, stack):
    assert run("flat(2)(A)\nprint(fake.fake_stack())\ndeep(2)(A)\nprint(fake.fake_stack())", FAKE_MEMORY=memory) == ["1024", str(stack)]


def test_what_the_environment_asks_for():
    assert run("deep(2)(A)\nprint(fake.fake_stack())", CUDAPY_GPU_STACK="100000") == ["100000"]


def test_what_somebody_has_set_is_not_made_less():
    assert run("fake.cuCtxSetLimit(0, ctypes.c_size_t(300000))\ndeep(2)(A)\nprint(fake.fake_stack())") == ["300000"]


@pytest.mark.parametrize("text", ["much", "0", "524289", "-1", "1K"])
def test_an_environment_that_makes_no_sense(text):
    assert run("try:\n    deep(2)(A)\nexcept ValueError as error:\n    print(error)", CUDAPY_GPU_STACK=text) == [
        f'CUDAPY_GPU_STACK is "{text}", and must be a number of bytes from 1 to 524288'
    ]


def test_an_error_says_how_large_it_is():
    code = """
try:
    deep(1)([1])
    fake.fake_fail_waits(700)
    deep(1)([1])
except cp.KernelError as error:
    print(str(error).replace(__file__, "file").replace(str(sys._getframe().f_lineno - 2), "LINE"))
"""
    assert run(code, CUDAPY_GPU_STACK="9000") == [
        "waiting for a stream failed, because a kernel launched before it did: CUDA_ERROR_ILLEGAL_ADDRESS (700): the driver's text. "
        "It was deep, launched in file:LINE. The process can not use this GPU any more and must be started again. "
        "Functions that call themselves have a stack of 9000 bytes in each thread: where they need more, CUDAPY_GPU_STACK=BYTES gives it. "
        "compute-sanitizer finds the line of the kernel."
    ]


def test_on_a_real_gpu(target, tmp_path):
    """As deep as the stack lasts, and an error that names the kernel beyond that."""
    if target != "cuda":
        pytest.skip("for GPUs")
    program = "import cudapy as cp\nfrom cudapy import idx\n" + KERNELS + """
import sys
A = cp.CudaArray([int(sys.argv[1])] * 1000)
try:
    deep(1000)(A)
    print(set(A.toList()))
except cp.KernelError as error:
    print("deep" in str(error) and "CUDAPY_GPU_STACK=BYTES" in str(error))
"""
    path = tmp_path / "program.py"
    path.write_text(program)
    for depth, expected in (("200", "{200}"), ("50000000", "True")):
        made = subprocess.run([sys.executable, path, depth], capture_output=True, text=True, timeout=120, check=False, env={**os.environ})
        assert (made.stdout.strip(), made.stderr) == (expected, "")
