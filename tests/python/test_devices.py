"""Several GPUs, most of them those of the fake driver."""

import cudapy as cp
import fake_cuda
import kernels
import pytest
from raising import line_of, raises


def test_the_devices_of_this_machine():
    assert bool(cp.devices()) == cp.cuda_available()
    for index, device in enumerate(cp.devices()):
        assert (device.index, device) == (index, cp.Device(index))
        assert repr(device) == f"<Device {index}: {device.name}>"
        assert device.warp_size == device.properties["warp_size"] == 32
        with raises(AttributeError, "a Device has no attribute 'nonsense'"):
            device.nonsense


def test_there_is_no_such_device():
    count = len(cp.devices())
    for make in (
        lambda: cp.Device(99),
        lambda: cp.CudaArray([1], target="cuda:99"),
        lambda: cp._core.set_device(99),
    ):
        with pytest.raises(cp.DeviceError) as caught:
            make()
        if count:
            assert (
                str(caught.value)
                == f"there is no device cuda:99: the driver sees {count} GPU{'' if count == 1 else 's'}"
            )
        else:
            assert str(caught.value).startswith("CUDA is not available: ")


def test_properties():
    assert fake_cuda.run("for name, value in cp.Device(1).properties.items(): print(name, value)\n",
    FAKE_COUNT="2") == [
        "name Fake GPU", "bus_id 0000:01:00.0", "compute_capability (9, 0)", "memory_bytes 2000",
        "clock_khz 1980000",
        "memory_clock_khz 3201000", "memory_bus_bits 6144", "l2_bytes 62914560", "constant_bytes 65536",
        "multiprocessors 132",
        "warp_size 32", "threads_per_block 1024", "threads_per_multiprocessor 2048",
        "blocks_per_multiprocessor 32",
        "shared_bytes_per_block 49152", "most_shared_bytes_per_block 232448",
        "shared_bytes_per_multiprocessor 233472",
        "registers_per_block 65536", "registers_per_multiprocessor 65536", "largest_block (1024, 1024, 64)",
        "largest_grid (2147483647, 65535, 65535)", "cooperative_launches True",
    ]  # fmt: skip


def test_the_current_device():
    code = """
print(cp.devices())
with cp.Device(1) as device:
    print(cp.CudaArray([1]).device, cp.Stream().device, cp.Device().index)
    with cp.Device(0):
        print(cp.CudaArray([1]).device)
    try:
        with cp.Device(0):
            raise KeyError
    except KeyError:
        print(cp.CudaArray([1]).device)
    thread = threading.Thread(target=lambda: print(cp.CudaArray([1]).device))
    thread.start()
    thread.join()
print(cp.CudaArray([1]).device, cp.CudaArray([1], target="cuda:1").device, cp.CudaArray([1], target=cp.Device(1)).device)
print(cp.CudaArray([1], target=1).device, cp.Stream(device=1).device)
for wrong in (-1, 2, True):
    try:
        cp.Stream(device=wrong)
    except (ValueError, TypeError, cp.DeviceError) as error:
        print(f"{type(error).__name__}: {error}")
stream = cp.Stream(device=1)
with stream:
    print(cp.CudaArray([1]).device, cp.current_stream() == stream, cp.current_stream(0) == stream)
print(cp.CudaArray([1]).device)
cp.Device(1).use()
print(cp.CudaArray([1]).device)
"""  # noqa: E501
    assert fake_cuda.run(code, FAKE_COUNT="2") == [
        "[<Device 0: Fake GPU>, <Device 1: Fake GPU>]", "cuda:1 cuda:1 1", "cuda:0", "cuda:1", "cuda:0",
        "cuda:0 cuda:1 cuda:1", "cuda:1 cuda:1",
        'ValueError: Stream: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or '
        'None, got int -1',
        "DeviceError: there is no device cuda:2: the driver sees 2 GPUs",
        'TypeError: Stream: target must be "cuda", "cuda:1" and so on, a GPU\'s number, "cpu" or '
        'None, got bool True',
        "cuda:1 True False", "cuda:0", "cuda:1",
    ]  # fmt: skip


def test_a_kernel_runs_on_the_current_device():
    code = """
call = cp.compile(kernels.fill)
def launched(call, array):
    call(1)(7, array)
    cp.synchronize(array.device)
    return fake.fake_launch_device()
zero, one = cp.CudaArray([0]), cp.CudaArray([0], target="cuda:1")
print(launched(call, zero))
with cp.Device(1):
    print(launched(call, one), launched(call, one))
    bound = call(1)
print(launched(call, zero))
bound(7, one)
print(fake.fake_launch_device())
pinned = cp.compile(kernels.fill, target="cuda:1")
print(launched(pinned, one))
try:
    call(1)(7, one)
except ValueError as error:
    print(error)
try:
    pinned(1)(7, zero)
except ValueError as error:
    print(error)
"""
    assert fake_cuda.run(code, FAKE_COUNT="2") == [
        "0", "1 1", "0", "1", "1",
        "fill: parameter A (int*): the kernel runs on cuda:0 and the CudaArray is on cuda:1: the "
        "kernel writes to it, so write `A = cp.CudaArray(A, target=\"cuda:0\")` before the launch, "
        "or launch it inside `with cp.Device(1):`",
        "fill: parameter A (int*): the kernel runs on cuda:1 and the CudaArray is on cuda:0: the "
        "kernel writes to it, so write `A = cp.CudaArray(A, target=\"cuda:1\")` before the launch",
    ]  # fmt: skip


def test_the_environment_chooses_a_device():
    assert fake_cuda.run("print(cp.CudaArray([1]).device)", FAKE_COUNT="2", CUDAPY_TARGET="cuda:1") == [
        "cuda:1"
    ]


def test_a_plan_on_a_gpu():
    code = "print(cp.compile(kernels.fill).explain(100_000, block=512))"
    assert fake_cuda.run(code) == [
        "fill on 100000 threads of cuda:0 (Fake GPU)",
        "  grid           196 blocks of 512 threads, as given",
        "  variant        each thread is a CUDA thread, since the block was given",
        "  registers      32 a thread",
        "  shared memory  512 bytes a block",
        "  local memory   0 bytes a thread",
        "  occupancy      100%: 4 blocks, 64 of 64 warps on each of 132 multiprocessors; the limit is "
        "threads and registers",
        "  waves          0.37",
        "  accesses       what is touched by the 32 threads of a warp, which are neighbours along x",
        f"    {line_of(kernels.fill, 'A[idx]')} | writes  A[idx]  neighbours",
    ]


def test_info():
    code = "from cudapy._tools import info; print(info.text())"
    lines = fake_cuda.run(code)
    assert lines[1:19] == [
        "CUDA driver for CUDA 13.0, 1 device",
        "",
        "cuda:0  Fake GPU",
        "  compute capability  9.0 (sm_90)",
        "  memory              1.953 KiB, 6144 bits wide, at 3201 MHz",
        "  multiprocessors     132 at 1980 MHz",
        "  warp size           32",
        "  threads             1024 a block, 2048 a multiprocessor",
        "  blocks              32 a multiprocessor",
        "  shared memory       48 KiB a block (227 KiB at most), 228 KiB a multiprocessor",
        "  registers           65536 a block, 65536 a multiprocessor",
        "  L2 cache            60 MiB",
        "  constant memory     64 KiB",
        "  largest block       1024 x 1024 x 64",
        "  largest grid        2147483647 x 65535 x 65535",
        "  grid_sync()         yes",
        "  bus                 0000:00:00.0",
        "",
    ]
