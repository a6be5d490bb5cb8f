"""cp.split(): the rows of an array divided among devices, with rows of the neighbours next to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, NoReturn, TypeVar, overload

from .. import _core
from .._arrays.lists import CudaLists
from .._core import CudaArray, Kernel, Type
from .._ufuncs.libraries import lies_on_host
from .._ufuncs.numbers import name_of
from .current import enter, leave

Result = TypeVar("Result")


class Part:
    """The rows of a Split that are on one device. `with part:` makes a GPU the one that this thread works
    with.

    >>> here = cp.zeros(1, cp.Int).device
    >>> part = cp.split([0, 1, 2, 3, 4, 5], [here, here], halo=1).parts[1]
    >>> part.rows, part.first, part.own.tolist(), part.array.tolist()
    (range(3, 6), 2, [3, 4, 5], [2, 3, 4, 5])
    >>> with part:
    ...     part.own[0] = 7
    >>> part.array.tolist(), part.device == here
    ([2, 7, 4, 5], True)
    """

    rows: range
    """Which rows of the whole array are its own."""
    first: int
    """Which row of the whole array `array` begins with."""
    device: str
    """Where they are."""
    array: CudaArray
    """Its own rows, and the halo."""
    own: CudaArray
    """Only its own rows, which share the memory."""

    def _take(self, rows: range, first: int, array: CudaArray) -> Part:
        """Makes the rows of a new array, which begins with row `first` of the whole, the part's."""
        self.rows, self.first, self.array, self.device = rows, first, array, array.device
        self.own = array[rows.start - first : rows.stop - first]
        return self

    def __repr__(self) -> str:
        return f"<rows {self.rows.start} to {self.rows.stop - 1} on {self.device}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a part of a split array cannot be pickled: pickle part.own")

    def __enter__(self) -> Part:
        enter(self.device)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None:
        leave()


class Split:
    """An array whose rows are divided among devices, as split() gives it. Each part has a halo, which is a
    copy of rows of the parts before and after it; exchange() brings these up to date.

    `parts` has a Part for each device: `array` are its rows with the halo, `own` those without, which share
    the memory, `rows` which rows of the whole these are, `first` which row of the whole `array` begins with,
    and `device` where they are.

    >>> here = cp.zeros(1, cp.Int).device
    >>> split = cp.split(np.arange(8), [here, here], halo=1)
    >>> [part.array.tolist() for part in split.parts]
    [[0, 1, 2, 3, 4], [3, 4, 5, 6, 7]]
    >>> isinstance(split, cp.Split), split.shape, split.halo, split.elemType is cp.Int64, len(split.devices)
    (True, (8,), 1, True, 2)
    """

    shape: tuple[int, ...]
    """That of the whole array."""
    elemType: Type
    """That of the elements."""
    devices: tuple[str, ...]
    """Those of the parts."""
    halo: int
    """How many rows of its neighbours a part has."""
    parts: tuple[Part, ...]
    """In the order of the rows."""

    def _take(self, shape: tuple[int, ...], halo: int, parts: Iterable[Part]) -> Split:
        self.shape, self.halo, self.parts = shape, halo, tuple(parts)
        self.elemType, self.devices = (
            _core.elemType(self.parts[0].array),
            tuple(part.device for part in self.parts),
        )
        self._find_halos()
        return self

    def _find_halos(self) -> None:
        """Each halo and the rows that it is a copy of."""
        self._copies: list[tuple[CudaArray, CudaArray]] = []
        for one, next_one in zip(self.parts, self.parts[1:]):
            if self.halo:
                above, below = (
                    next_one.rows.start - next_one.first,
                    one.rows.start - one.first + len(one.rows),
                )
                self._copies.append((next_one.array[:above], one.own[len(one.own) - self.halo :]))
                self._copies.append((one.array[below:], next_one.own[: self.halo]))

    def exchange(self) -> None:
        """Copy the rows at the edges of each part into its neighbours' halos, from GPU to GPU, in the order
        of the work of the current streams. It waits for nothing.

        >>> here = cp.zeros(1, cp.Int).device
        >>> split = cp.split([0, 1, 2, 3], [here, here], halo=1)
        >>> for part in split.parts:
        ...     part.own.fill(9)
        >>> [part.array.tolist() for part in split.parts]
        [[9, 9, 2], [1, 9, 9]]
        >>> split.exchange()
        >>> [part.array.tolist() for part in split.parts]
        [[9, 9, 9], [9, 9, 9]]
        """
        for there, here in self._copies:
            _copy(here, there)

    def launch(self, kernel: Kernel, *arguments: Any, block: Any = None, shared: Any = None) -> None:
        """Launch a kernel on each part, with one thread for each element of it and of its halo. A Split among
        the arguments is given as its part's `array`, anything else as it is. GPUs work at the same time.

        Raises ValueError for Splits that are divided otherwise, and what a launch raises.

        >>> @cp.kernel("void (float* X, float* Y)")
        ... def smooth(X, Y):
        ...     if 0 < idx < len(X) - 1:
        ...         Y[idx] = (X[idx - 1] + X[idx + 1]) / 2
        >>> here = cp.zeros(1, cp.Int).device
        >>> X = cp.split([0.0, 0.0, 8.0, 0.0, 0.0, 4.0], [here, here], halo=1)
        >>> Y = X.copy()
        >>> X.launch(smooth, X, Y)
        >>> Y.toHost().tolist()
        [0.0, 4.0, 0.0, 4.0, 2.0, 4.0]
        """
        if not hasattr(kernel, "over"):
            raise TypeError(
                f"launch: expected a kernel, got {type(kernel).__name__}: map() calls a "
                "function for each part"
            )
        self.map(lambda array, *parts: kernel.over(array, block=block, shared=shared)(*parts), *arguments)

    @overload
    def map(self, function: Callable[[CudaArray], Result], /) -> list[Result]: ...
    @overload
    def map(self, function: Callable[..., Result], *arguments: Any) -> list[Result]: ...
    def map(self, function: Callable[..., Result], *arguments: Any) -> list[Result]:
        """A list of what the function gives for each part, called with the part's `array` and the arguments,
        Splits among which are given as their part's. A part's GPU is the current one meanwhile.

        >>> here = cp.zeros(1, cp.Int).device
        >>> cp.split([1, 2, 3, 4], [here, here]).map(lambda array: cp.lib.reduce(lambda a, b: a + b, array))
        [3, 7]
        """
        for each in arguments:
            if isinstance(each, Split) and (
                each.devices,
                len(each.parts[0].rows),
                each.shape[0],
                each.halo,
            ) != (self.devices, len(self.parts[0].rows), self.shape[0], self.halo):
                raise ValueError(f"split: the arrays are divided otherwise: {self!r} and {each!r}")
        results = []
        for i, part in enumerate(self.parts):
            with part:
                results.append(
                    function(
                        part.array,
                        *(each.parts[i].array if isinstance(each, Split) else each for each in arguments),
                    )
                )
        return results

    def copy(self) -> Split:
        """Another one with the same elements, divided likewise.

        >>> here = cp.zeros(1, cp.Int).device
        >>> cp.split([1, 2], [here, here]).copy().toHost().tolist()
        [1, 2]
        """
        parts = (Part()._take(part.rows, part.first, _copied(part.array, part.device)) for part in self.parts)
        return Split()._take(self.shape, self.halo, parts)

    def gather(self, target: Any = None) -> CudaArray:
        """The rows of all parts, without their halos, in one CudaArray.

        target: where it is to be; None: on the first part's device.

        >>> here = cp.zeros(1, cp.Int).device
        >>> cp.split([[1, 2], [3, 4], [5, 6]], [here, here], halo=1).gather().tolist()
        [[1, 2], [3, 4], [5, 6]]
        """
        whole = _core.empty(self.shape, self.elemType, self.devices[0] if target is None else target)
        for part in self.parts:
            _copy(part.own, whole[part.rows.start : part.rows.stop])
        return whole

    def numpy(self) -> Any:
        """The rows of all parts, without their halos, in host memory: a NumPy array where NumPy is installed,
        else a memoryview.

        Waits for the kernels launched before.

        >>> here = cp.zeros(1, cp.Int).device
        >>> cp.split([1, 2, 3], [here, here]).numpy().tolist()
        [1, 2, 3]
        """
        return self.gather("cpu").numpy()

    def toHost(self) -> Any:
        """numpy() by CudaPy's first name.

        >>> here = cp.zeros(1, cp.Int).device
        >>> cp.split([1, 2, 3], [here, here]).toHost().tolist()
        [1, 2, 3]
        """
        return self.numpy()

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return (
            f"<{self.shape} of {name_of(self.elemType)} in {len(self.parts)} parts with a halo of "
            f"{self.halo} on {', '.join(self.devices)}>"
        )

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a split array cannot be pickled: its parts are on devices of this process: pickle gather()"
        )


@_core.entry
def split(array: Any, devices: Iterable[Any] | None = None, halo: int = 0) -> Split:
    """Divide an array's rows among devices: `cp.split(A, ["cuda:0", "cuda:1"], halo=1)`. Gives a Split.

    array: what CudaArray takes, or an array of another library; its elements are copied.
    devices: a list of "cuda:1", a GPU's number or Device, or of "cpu"; a device may be in it several times.
        None: all GPUs, or the CPU where kernels run there by default.
    halo: how many rows of its neighbours each part has besides its own.

    Parts follow each other, and their numbers of rows differ by one at most. Raises TypeError and ValueError
    for what cannot be divided so, and what CudaArray raises.

    >>> here = cp.zeros(1, cp.Int).device
    >>> split = cp.split([0, 1, 2, 3, 4], [here, here])
    >>> [part.own.tolist() for part in split.parts]
    [[0, 1, 2], [3, 4]]
    """
    found = _devices(devices)
    if type(halo) is not int or halo < 0:
        raise ValueError(f"split: halo is a number of rows, 0 or more, not {halo!r}")
    try:
        source = _source(array)
    except TypeError as error:
        raise TypeError(f"split: {str(error).removeprefix('CudaArray: ')}") from None
    least = len(source) // len(found)
    if least < max(halo, 1) and len(found) > 1:
        raise ValueError(
            f"split: {len(source)} rows on {len(found)} devices are {least} for the last one, and each needs "
            f"{'as many as the halo has, ' + str(halo) if halo else 'one'}: give fewer devices"
        )
    parts = (
        _part(source, rows, halo, device) for rows, device in zip(_shares(len(source), len(found)), found)
    )
    return Split()._take(source.shape, halo, parts)


def _part(source: Any, rows: range, halo: int, device: str) -> Part:
    first = max(0, rows.start - halo)
    return Part()._take(rows, first, _copied(source[first : min(len(source), rows.stop + halo)], device))


def _copied(array: Any, device: str) -> CudaArray:
    return (
        _core.CudaArray(array, None, device)
        if array.size
        else _core.empty(array.shape, _core.elemType(array), device)
    )


def _copy(here: CudaArray, there: CudaArray) -> None:
    if here.size:
        there.copy_from(here)


def _devices(devices: Iterable[Any] | None) -> list[str]:
    if devices is None:
        here = _place(None)
        return [here] if here == "cpu" else [f"cuda:{index}" for index in range(_core.device_count())]
    if isinstance(devices, (str, int)) or not hasattr(devices, "__iter__"):
        raise TypeError(f'split: devices is a list, such as ["cuda:0", "cuda:1"], not {devices!r}')
    found = [_place(each) for each in devices]
    if not found:
        raise ValueError("split: the list of devices is empty")
    if "cpu" in found and any(each != "cpu" for each in found):
        raise ValueError(
            "split: the devices are GPUs or the CPU, not both: a kernel is compiled for one of them"
        )
    return found


def _place(target: Any) -> str:
    return _core.empty(0, _core.Bool, target).device


def _source(array: Any) -> Any:
    """The array where it is, so that each part is copied from there to its device."""
    if type(array) is CudaLists:
        raise TypeError("CudaLists have rows of lengths of their own: split an array")
    on_host = lies_on_host(array)
    if on_host is None:
        array = _core.CudaArray(array, None, "cpu")
        if type(array) is CudaLists:
            raise TypeError("the rows of the list are not equally long")
    elif type(array) is not _core.CudaArray:
        if not getattr(array, "ndim", 1):
            raise TypeError("the array has no dimension, and what is divided are rows")
        array = _core.asarray(array, None, "cpu" if on_host else None)
    return array


def _shares(rows: int, parts: int) -> list[range]:
    """Ranges of rows; the first ones have one more where it does not come out even."""
    least, more = divmod(rows, parts)
    starts = [i * least + min(i, more) for i in range(parts + 1)]
    return [range(start, stop) for start, stop in zip(starts, starts[1:])]
