"""Devices, streams, events and settings by the names of numba.cuda."""

import asyncio
import pickle

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

ON_CPU = cuda.device_array(1).device == "cpu"
on_cpu = pytest.mark.skipif(
    not ON_CPU,
    reason="it tells what the CPU is as a device, and here a GPU is the device",
)


@cuda.jit
def adds(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] += 1


def test_streams():
    stream = cuda.stream()
    x = np.zeros(4)
    device = cuda.to_device(x, stream=stream)
    adds[1, 4, stream](device)
    assert device.copy_to_host(stream=stream).tolist() == [1] * 4
    with stream.auto_synchronize() as entered:
        assert entered is stream
        adds[1, 4, stream](device)
        device.copy_to_host(x, stream=stream)
    assert x.tolist() == [2] * 4
    device.copy_to_device(np.zeros(4), stream=stream)
    stream.synchronize()
    adds[1, 4, cp.Stream()](device)
    adds[1, 4, cuda.default_stream()](device)
    adds.forall(4, stream=cuda.legacy_default_stream())(device)
    cuda.synchronize()
    assert device.copy_to_host().tolist() == [3] * 4
    assert stream != cuda.stream() or ON_CPU
    assert int(cuda.default_stream()) == cuda.default_stream().handle == 0


@on_cpu
def test_streams_of_the_cpu():
    stream = cuda.stream()
    called = []
    stream.add_callback(lambda *given: called.append(given), "argument")
    assert called == [(stream, 0, "argument")] and repr(stream) == "<CUDA stream on cpu>"


def test_events():
    stream, first, second = cuda.stream(), cuda.event(), cuda.event()
    first.record()
    first.record(0)
    adds[1, 4, stream](cuda.to_device(np.zeros(4)))
    second.record(stream)
    second.wait()
    second.wait(stream=cuda.stream())
    second.synchronize()
    first.synchronize()
    assert second.query()
    assert cuda.event_elapsed_time(first, second) == first.elapsed_time(second) >= 0
    assert not cuda.event(timing=False)._event.timing


def test_devices():
    assert len(cuda.gpus) == len(cuda.list_devices()) == len(cuda.gpus.lst) >= 1
    device = cuda.get_current_device()
    assert device == cuda.gpus.current == cuda.gpus[device.id] == cuda.select_device(
        device.id
    ) and device in list(cuda.gpus)
    assert (
        hash(device) == hash(cuda.gpus[device.id]) and isinstance(device.name, str) and device.WARP_SIZE == 32
    )
    assert (
        len(device.compute_capability) == 2 and device.MAX_THREADS_PER_BLOCK == device.MAX_BLOCK_DIM_X == 1024
    )
    context = cuda.current_context()
    assert context == cuda.current_context(device.id) and context.device == device and context.id == device.id
    free, total = context.get_memory_info()
    assert 0 < free <= total == context.get_memory_info().total and context.get_memory_info().free > 0
    assert pickle.loads(pickle.dumps(context.get_memory_info())).total == total
    with cuda.gpus[0] as entered:
        assert entered.device == cuda.gpus[0]
    with context:
        context.synchronize()
    context.create_event().record(context.create_stream())
    context.get_default_stream().synchronize()
    device.reset()
    context.reset()
    cuda.close()
    with pytest.raises(IndexError) as error:
        cuda.gpus[len(cuda.gpus)]
    assert str(error.value) == f"there is no device {len(cuda.gpus)}: there are {len(cuda.gpus)}"
    with pytest.raises(IndexError):
        cuda.select_device(-1)


def test_devices_by_the_modules_of_numba():
    assert cuda.devices is cuda.cudadrv.devices and cuda.driver is cuda.cudadrv.driver
    assert cuda.devices.gpus is cuda.gpus and cuda.devices.gpus.current == cuda.get_current_device()
    assert cuda.devices.get_context() == cuda.current_context() == cuda.devices.get_context(0)
    cuda.devices.reset()

    @cuda.require_context
    def function():
        return 3

    assert function() == 3 and cuda.devices.require_context is cuda.require_context


def test_items_of_gpus_have_their_device():
    """They are contexts in numba, and programs ask for the name of the GPU so."""
    assert cuda.gpus[0]._device.name == cuda.gpus[0].name == cuda.gpus.current._device.name


def test_the_version_of_cuda():
    assert cuda.runtime is cuda.cudadrv.runtime.runtime and cuda.runtime.is_supported_version()
    version = cuda.runtime.get_version()
    assert (12, 0) <= version == tuple(map(int, version)) and len(version) == 2


@on_cpu
def test_the_cpu_as_a_device(capsys):
    assert repr(cuda.gpus) == repr(cuda.gpus[0]) == "<CUDA device 0 'host CPU'>"
    assert repr(cuda.current_context()) == "<CUDA context of <CUDA device 0 'host CPU'>>"
    assert cuda.gpus[0].compute_capability == (8, 0)
    assert cuda.detect() is True
    assert capsys.readouterr().out == "Found 1 CUDA devices\nid 0    host CPU\n"
    with pytest.raises(NotImplementedError) as error:
        cuda.gpus[0].CLOCK_RATE
    assert str(error.value) == "the device is the CPU, which has no CLOCK_RATE"
    assert not hasattr(cuda.gpus[0], "PCI_BUS_ID")
    assert cuda.gpus[0].get_device_identity()["pci_bus_id"] == 0
    assert getattr(cuda.gpus[0], "ASYNC_ENGINE_COUNT", None) is None


def test_profiling():
    with cuda.profiling(), cuda.defer_cleanup():
        adds[1, 4](np.zeros(4))
    cuda.profile_start()
    cuda.profile_stop()


def test_what_there_is():
    assert (
        cuda.is_available()
        and cuda.is_supported_version()
        and cuda.is_float16_supported()
        and cuda.cuda_error() is None
    )
    assert cuda.HAS_NUMBA is False and cuda.config.ENABLE_CUDASIM == 0
    with pytest.raises(AttributeError):
        cuda.config.NOT_A_SETTING


def test_errors():
    errors = cuda.errors
    assert all(
        issubclass(getattr(errors, name), Warning) == name.endswith("Warning") for name in errors.__all__
    )
    assert issubclass(errors.TypingError, cp.CompileError) and issubclass(
        errors.TypingError, errors.NumbaError
    )
    error = cuda.KernelRuntimeError("wrong", (1, 0, 0), (2, 0, 0))
    assert (str(error), error.msg, error.tid, error.ctaid) == (
        "thread (1, 0, 0) of block (2, 0, 0): wrong",
        "wrong",
        (1, 0, 0),
        (2, 0, 0),
    )


# What numba's programs ask devices for, to choose the sizes of grids and blocks.
ASKED = (
    "MAX_BLOCK_DIM_X MAX_BLOCK_DIM_Y MAX_BLOCK_DIM_Z MAX_GRID_DIM_X MAX_GRID_DIM_Y MAX_GRID_DIM_Z "
    "MAX_THREADS_PER_BLOCK WARP_SIZE MULTIPROCESSOR_COUNT MAX_SHARED_MEMORY_PER_BLOCK "
    "MAX_REGISTERS_PER_BLOCK MAX_THREADS_PER_MULTI_PROCESSOR TOTAL_CONSTANT_MEMORY COMPUTE_CAPABILITY_MAJOR "
    "UNIFIED_ADDRESSING CONCURRENT_KERNELS"
).split()


@pytest.mark.parametrize("name", ASKED)
def test_attributes(name):
    device = cuda.get_current_device()
    value = getattr(device, name)
    assert type(value) is int and value > 0 and name in dir(device)


def test_attributes_are_those_of_the_device():
    device = cuda.get_current_device()
    assert device.COMPUTE_CAPABILITY_MAJOR == device.compute_capability[0] and device.WARP_SIZE == 32
    if ON_CPU:
        assert device.MULTIPROCESSOR_COUNT == cp._core.cpu_properties()[1]
        assert (device.MAX_GRID_DIM_X, device.MAX_GRID_DIM_Y, device.MAX_BLOCK_DIM_Z) == (
            2**31 - 1,
            65535,
            64,
        )
    else:
        gpu = cp.Device()
        assert (
            device.MULTIPROCESSOR_COUNT == gpu.multiprocessors
            and device.MAX_GRID_DIM_Y == gpu.largest_grid[1]
        )


def test_work_is_awaited():
    @cuda.jit
    def step(x, by):
        i = cuda.grid(1)
        x[i] = x[i] * 2 + by

    async def steps(by):
        stream = cuda.stream()
        x = cuda.to_device(np.arange(64.0), stream=stream)
        for _ in range(3):
            step[1, 64, stream](x, by)
            assert await stream.async_done() is stream
        return x.copy_to_host(stream=stream)

    async def all_steps():
        return await asyncio.gather(*map(steps, range(4)))

    for by, x in enumerate(asyncio.run(all_steps())):
        assert x.tolist() == [i * 8 + by * 7 for i in range(64)]
    with pytest.raises(RuntimeError, match="no running event loop"):
        cuda.stream().async_done()
