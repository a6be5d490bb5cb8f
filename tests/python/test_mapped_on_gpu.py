"""Mapped and managed arrays of cudapy.cuda on a GPU, against the fake driver, which runs the work of streams
as late as it may, and whose memory is the host's: what kernels use in place, and what is freed when."""

import fake_cuda
import pytest

pytest.importorskip("numpy")

START = """
import warnings
import numpy as np
from cudapy import cuda
warnings.simplefilter("ignore")

@cuda.jit
def add_one(x):
    if cuda.grid(1) == 0:
        x[0] += 1
"""


def run(code):
    return fake_cuda.run(START + code)


@pytest.mark.parametrize(
    "maker, kind", [("mapped_array", "MappedNDArray"), ("managed_array", "ManagedNDArray")]
)
def test_a_kernel_uses_the_memory_of_the_host(maker, kind):
    assert run(f"""
m = cuda.{maker}(3, np.int32)
m[:] = 5
add_one[1, 1](m)
print(type(m).__name__, m)  # the launch does not wait
cuda.synchronize()
print(m, fake.fake_blocks(), cuda.is_cuda_array(m), cuda.is_cuda_array(m[1:]), cuda.is_cuda_array(m + 1))
add_one[1, 1](m[1:])
add_one[1, 1](m[::-1])  # by way of a packed copy
print(m.copy_to_host(), fake.fake_wild_uses())
d = cuda.as_cuda_array(m)
print(d.device, d.pointer() == m.ctypes.data == m.__cuda_array_interface__["data"][0])
""") == [f"{kind} [5 5 5]", "[6 5 5] 1 True True False", "[6 6 6] 0", "cuda:0 True"]


@pytest.mark.parametrize(
    "make",
    [
        "mapped_array(1, np.int32)",
        "managed_array(1, np.int32)",
        "managed_array(1, np.int32, attach_global=False)",
    ],
)
def test_memory_is_freed_after_the_kernels(make):
    assert run(f"""
stream = cuda.stream()
def step():
    m = cuda.{make}
    add_one[1, 1](m)
    add_one[1, 1, stream](m[0:])
    return fake.fake_blocks()
during = step()
print(during, fake.fake_blocks() > 0, fake.fake_managed())
stream.synchronize()
cuda.synchronize()
del stream
cuda.pinned_array(0)
for _ in range(3): cuda.pinned_array(1)
print(fake.fake_blocks(), fake.fake_wild_uses())
""") == ["1 True " + ("0" if make[:3] == "map" else "2" if "False" in make else "1"), "0 0"]


def test_memory_that_is_page_locked_meanwhile():
    assert run("""
h = np.array([7, 8, 9], np.int32)
with cuda.mapped(h) as d:
    add_one[1, 1](d)
    print(d.copy_to_host(), h, fake.fake_registered())
    add_one[1, 1](d[1:])
    try:
        with cuda.mapped(h): pass
    except Exception as error: print(type(error).__name__, error)
print(h, fake.fake_registered(), fake.fake_wild_uses())
try: add_one[1, 1](d)
except ValueError as error: print(error)
m = cuda.mapped_array(1, np.int32)
with cuda.mapped(m) as d:  # which is reached anyway
    add_one[1, 1](d)
    print(fake.fake_registered())
cuda.synchronize()
print(m)
""") == [
        "[8 8 9] [8 8 9] 1",
        "DeviceError page-locking an array's memory failed: CUDA_ERROR_FAKE (712): the driver's text.",
        "[8 9 9] 0 0",
        "add_one: parameter x (int32[:]): this CudaArray was freed",
        "0",
        "[1]",
    ]
