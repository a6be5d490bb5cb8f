"""Streams and events, which are those of CudaPy, and profiling."""

from __future__ import annotations

import contextlib

from ... import _core
from ..._devices.streams import core_stream
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from typing import Any


class Stream:
    """A queue of a device's work, which runs in its order. It is given to launches and copies, as `cp.Stream`
    of CudaPy."""

    def __init__(self, stream: _core.Stream) -> None:
        self._cudapy_stream = stream

    @property
    def handle(self) -> int:
        """The address of the CUstream; 0 for the default stream, and on the CPU."""
        return self._cudapy_stream.pointer()

    def synchronize(self) -> None:
        """Waits for all work that the stream has. Raises KernelError when a kernel failed."""
        self._cudapy_stream.synchronize()

    @contextlib.contextmanager
    def auto_synchronize(self) -> Iterator[Stream]:
        """`with stream.auto_synchronize():` waits at its end for all work that the stream has."""
        yield self
        self.synchronize()

    def add_callback(self, callback: Callable[[Stream, int, Any], object], arg: Any = None) -> None:
        """Raises NotThereError, but on the CPU, where all work is done: there it calls `callback(stream, 0,
        arg)`."""
        if self._cudapy_stream.device != "cpu":
            raise NotThereError(
                "cudapy.cuda has no stream.add_callback on GPUs yet: stream.synchronize() waits, and "
                "event.query() asks"
            )
        self.synchronize()
        callback(self, 0, arg)

    def async_done(self) -> Awaitable[Stream]:
        """Returns what a coroutine awaits for all work that the stream has now: `await stream.async_done()`,
        which gives the stream. Raises RuntimeError outside of an event loop of asyncio."""
        import asyncio

        done = Event(timing=False)
        done.record(self)

        def wait() -> Stream:
            done.synchronize()
            return self

        return asyncio.get_running_loop().run_in_executor(None, wait)

    def __cuda_stream__(self) -> tuple[int, int]:
        return self._cudapy_stream.__cuda_stream__()

    def __int__(self) -> int:
        return self.handle

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self._cudapy_stream == other._cudapy_stream

    def __hash__(self) -> int:
        return hash(self.handle)

    def __repr__(self) -> str:
        return f"<CUDA stream on {self._cudapy_stream.device}>"


class Event:
    """A point in the work of a stream, to wait for, and to measure the time between two of."""

    def __init__(self, timing: bool = True) -> None:
        self._event = _core.Event(timing=timing)

    def record(self, stream: Any = 0) -> None:
        """Makes it stand for all work that the stream has now. Without one it is the current stream."""
        self._event.record(core_stream(stream))

    def wait(self, stream: Any = 0) -> None:
        """Makes work that the stream is given from now on wait for the event."""
        (core_stream(stream) or _core.current_stream()).wait(self._event)

    def query(self) -> bool:
        """Returns whether what it stands for is done."""
        return self._event.query()

    def synchronize(self) -> None:
        """Waits for what it stands for. Raises KernelError when a kernel failed."""
        self._event.synchronize()

    def elapsed_time(self, evtend: Event) -> float:
        """Returns the milliseconds from this event to another one; both have happened. Raises ValueError
        otherwise."""
        return self._event.elapsed_time(evtend._event)

    def __repr__(self) -> str:
        return "<CUDA event>"


def stream() -> Stream:
    """Returns a new stream."""
    return Stream(_core.Stream())


def default_stream() -> Stream:
    """Returns the stream of launches and copies that name none."""
    return Stream(_core.current_stream())


def legacy_default_stream() -> Stream:
    """Returns CUDA's default stream, which is that of launches and copies that name none."""
    return Stream(_core.current_stream())


def per_thread_default_stream() -> Stream:
    """Returns CUDA's default stream of each thread of the host. Raises NotThereError where kernels run on a
    GPU; on the CPU all streams are one."""
    if _core.current_stream().device != "cpu":
        raise NotThereError(
            "cudapy.cuda has no per_thread_default_stream on GPUs yet: cuda.stream() makes a stream, which a "
            "thread can keep for itself"
        )
    return Stream(_core.current_stream())


def external_stream(ptr: int) -> Stream:
    """Returns another library's stream, by the address of its CUstream. Raises DeviceError where there is no
    CUDA."""
    return Stream(_core.Stream.from_pointer(ptr))


def event(timing: bool = True) -> Event:
    """Returns a new event. With `timing` it can measure the time between two of them."""
    return Event(timing)


def event_elapsed_time(evtstart: Event, evtend: Event) -> float:
    """Returns the milliseconds between two recorded events."""
    return evtstart.elapsed_time(evtend)


def profile_start() -> None:
    """Lets a profiler that runs the program collect from now on. On the CPU it does nothing."""
    _profiler("cuProfilerStart")


def profile_stop() -> None:
    """Lets a profiler that runs the program collect nothing from now on. On the CPU it does nothing."""
    _profiler("cuProfilerStop")


@contextlib.contextmanager
def profiling() -> Iterator[None]:
    """`with cuda.profiling():` lets a profiler collect what is done in it."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()


def _profiler(name: str) -> None:
    """Calls a function of the CUDA driver that has no arguments, for the device of this thread where that is
    a GPU. Raises DeviceError where it fails."""
    if _core.current_stream().device == "cpu":
        return
    import ctypes
    import os

    driver = ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")
    device, context = ctypes.c_int(), ctypes.c_void_p()

    def call(function: str, *arguments: Any) -> None:
        if result := getattr(driver, function)(*arguments):
            raise _core.DeviceError(f"{function} of the CUDA driver failed with the error {result}")

    call("cuDeviceGet", ctypes.byref(device), _core.current_device())
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    try:
        call("cuCtxPushCurrent_v2", context)
        try:
            call(name)
        finally:
            call("cuCtxPopCurrent_v2", ctypes.byref(context))
    finally:
        call("cuDevicePrimaryCtxRelease_v2", device)


@contextlib.contextmanager
def defer_cleanup() -> Iterator[None]:
    """`with cuda.defer_cleanup():` is there for programs that have it. Memory is given back in the order of
    the streams' work, so that nothing waits for it."""
    yield
