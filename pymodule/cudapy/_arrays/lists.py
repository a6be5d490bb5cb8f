"""Arrays of arrays, what a kernel takes for `T** rows`: their elements side by side, where each row begins,
and how many rows there are."""

from __future__ import annotations

import sys
from itertools import accumulate, chain

from .. import _core
from .._launch.arguments import collect

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, SupportsIndex, TypeAlias, TypeGuard

    from .._core import CudaArray, Type, _ElementType, _Target

    Element = Type | type[Any]  # a type of the language, or the class of a struct or a vector
    Spread = tuple[Any, Any, int]  # what a kernel takes for lists: elements, offsets, and how many rows
    Afterwards: TypeAlias = (
        "_Rows | Callable[[], None] | None"  # what puts what the kernel wrote into the rows
    )
    Span = tuple[int, int, str]  # where memory begins and ends, and what it is

_ROWS = (list, tuple, range)


class CudaLists:
    """Rows of lengths of their own in the memory of a device, which stay there: kernels with a `T**` read and
    write them in place. `CudaArray([[1.0, 2.0], [3.0]])` makes one, of lists that are not equally long;
    `CudaLists(rows)` of any.

    `rows[i]` is a row as a CudaArray, which shares the memory; `tolist()` gives the lists back.

    >>> rows = cp.CudaLists([[1, 2], [3], []])
    >>> @cp.kernel("void (int** rows)")
    ... def increase(rows):
    ...     for i in range(len(rows[idx])):
    ...         rows[idx][i] += 10
    >>> increase(len(rows))(rows)
    >>> rows.tolist(), rows[0].tolist()
    ([[11, 12], [13], []], [11, 12])
    """

    __slots__ = ("_data", "_ends", "_offsets")

    def __init__(
        self, rows: Iterable[Any], elemType: _ElementType | None = None, target: _Target = None
    ) -> None:
        if isinstance(rows, CudaLists):
            rows = rows.toList()
        if not hasattr(rows, "__iter__"):
            raise TypeError(
                "CudaLists: expected a list of rows, CudaLists([[1, 2], [3]]), got "
                f"{type(rows).__name__} {rows!r}"
            )
        rows = list(rows)
        flat = _Rows(rows, elemType if _is_aggregate(elemType) else None, "CudaLists")
        if elemType is None and flat.numbers is not None and not flat.numbers:
            elemType = _core.Float
        try:
            self._data = _core.CudaArray(flat.elements(), elemType, target)
        except (TypeError, ValueError, OverflowError) as error:
            raise flat.explained(error, elemType) from None
        self._ends = flat.ends
        self._offsets: dict[bool, CudaArray] = {}

    @property
    def device(self) -> str:
        """Where the elements are: "cuda:0" or "cpu".

        >>> cp.CudaLists([[1], [2, 3]], target="cpu").device
        'cpu'
        """
        return self._data.device

    @property
    def size(self) -> int:
        """The number of elements of all rows.

        >>> cp.CudaLists([[1], [2, 3]]).size
        3
        """
        return len(self._data)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, index: SupportsIndex) -> CudaArray:
        if not hasattr(index, "__index__"):
            raise TypeError(f"CudaLists: a row is chosen by an integer, got {type(index).__name__} {index!r}")
        at = index.__index__()
        at += len(self) if at < 0 else 0
        if not 0 <= at < len(self):
            raise IndexError(f"CudaLists: row {index} of {len(self)}")
        begin = self._ends[at - 1] if at else 0
        return self._data._part(begin, self._ends[at] - begin)

    def __iter__(self) -> Iterator[CudaArray]:
        return (self[i] for i in range(len(self)))

    def tolist(self) -> list[list[Any]]:
        """The rows as lists of Python numbers.

        >>> cp.CudaLists([[1], [2, 3]]).tolist()
        [[1], [2, 3]]
        """
        flat = self._data.toList()
        return [flat[begin:end] for begin, end in zip([0, *self._ends], self._ends)]

    def toList(self) -> list[list[Any]]:
        """tolist() by CudaPy's first name.

        >>> cp.CudaLists([[1], [2, 3]]).toList()
        [[1], [2, 3]]
        """
        return self.tolist()

    def free(self) -> None:
        """Gives the memory back at once; the rows are gone.

        >>> rows = cp.CudaLists([[1], [2, 3]])
        >>> rows.free()
        """
        self._data.free()

    def __repr__(self) -> str:
        return f"CudaLists({self.toList()!r}, {_core.elemType(self._data)!r})"

    def _travel(self, wide: bool) -> Spread:
        """The offsets as a kernel takes them, kept on the device."""
        if wide not in self._offsets:
            kind = _core.Int64 if wide else _core.Int
            self._offsets[wide] = _core.CudaArray([0, *self._ends], kind, self.device.split(":")[0])
        return self._data, self._offsets[wide], len(self)


def _is_aggregate(element: object) -> TypeGuard[type[Any]]:
    """Returns whether it is the class of a struct or a vector."""
    return hasattr(element, "__cudapy_fields__") or hasattr(element, "__cudapy_vector__")


def _name(element: Element) -> str:
    return element.__name__ if _is_aggregate(element) else element.name


def is_ragged(rows: Any) -> bool:
    """Returns whether lists of numbers are of several lengths."""
    return (
        isinstance(rows, (list, tuple))
        and all(isinstance(row, _ROWS) for row in rows)
        and len({len(row) for row in rows}) > 1
        and not any(isinstance(row[0], _ROWS) for row in rows if len(row))
    )


class _Rows:
    """Rows taken apart: `ends` is where each ends among the elements. Those of a device, `device` by its
    name, are put together there."""

    def __init__(
        self, rows: list[Any], element: Element | None, where: str, device: str | None = None
    ) -> None:
        self.given = rows
        rows = [
            row if isinstance(row, _ROWS) else _shared(row, f"{where}, row {i}") for i, row in enumerate(rows)
        ]
        self.rows, self.where = rows, where
        self._element: Any = element if _is_aggregate(element) else None  # the class of a struct or a vector
        # The elements where they are Python's numbers; None where NumPy, or a device, puts them together.
        self.numbers: list[Any] | None = []
        self._array: Any = None
        lengths = []
        for i, row in enumerate(rows):
            lengths.append(self._check(i, row, element))
        self.ends = list(accumulate(lengths))
        numpy = sys.modules.get("numpy")
        if numpy and rows and all(isinstance(row, numpy.ndarray) for row in rows):
            self.numbers, self._array = None, numpy.concatenate(rows)
        elif (
            device
            and element is not None
            and any(lengths)
            and all(isinstance(row, _core.CudaArray) and row.device == device for row in rows)
        ):
            self.numbers, self._array = None, _core.empty(self.ends[-1], element, device)
            for row, begin, end in zip(rows, [0, *self.ends], self.ends):
                self._array[begin:end] = row
        else:
            self.numbers = list(
                chain.from_iterable(
                    row if isinstance(row, _ROWS) else _tolist(row, self._element) for row in rows
                )
            )

    def _check(self, i: int, row: Any, element: Element | None) -> int:
        """The length of a row that can be one."""
        if isinstance(row, _ROWS):
            return len(row)
        name = f"{self.where}, row {i}"
        if self._element and (isinstance(row, _core.CudaArray) or hasattr(row, "__array_interface__")):
            return self._check_aggregates(name, row)
        if isinstance(row, (str, bytes, dict, set)) or not hasattr(row, "__len__"):
            raise TypeError(
                f"{name}: expected a list or an array of numbers, got {type(row).__name__} {row!r}"
            )
        try:
            kind = _core.elemType(row)
            dimensions = row.ndim if isinstance(row, _core.CudaArray) else memoryview(row).ndim
        except TypeError:
            raise TypeError(
                f"{name}: expected a list or an array of numbers, got {type(row).__name__}"
            ) from None
        if dimensions != 1:
            raise TypeError(
                f"{name}: expected a row of numbers, got an array of {dimensions} dimensions: `T***` is not "
                "in the language"
            )
        if element is not None and kind is not element:
            raise TypeError(f"{name}: expected an array of {_name(element)}, got one of {_name(kind)}")
        return len(row)

    def _check_aggregates(self, name: str, row: Any) -> int:
        """The length of an array of structs, or of vectors, whose components are a dimension more."""
        element, extra = (
            self._element,
            not isinstance(row, _core.CudaArray) and hasattr(self._element, "__cudapy_vector__"),
        )
        if isinstance(row, _core.CudaArray):
            good = _core.elemType(row) is element
        elif extra:
            good = row.dtype == element.__cudapy_vector__.numpy_name and row.shape[1:] == (
                len(element.__slots__),
            )
        else:
            good = row.dtype == element.dtype
        if not good or row.ndim != 1 + extra:
            raise TypeError(
                f"{name}: expected an array of {_name(element)}, got one of {getattr(row, 'dtype', '')} of "
                f"shape {row.shape}"
            )
        return len(row)

    def elements(self) -> Any:
        return self._array if self.numbers is None else self.numbers

    def explained(self, error: Exception, element: _ElementType | None) -> Exception:
        """The error of a conversion, with the row that it is about."""
        for i, row in enumerate(self.rows):
            if not isinstance(row, _ROWS) or not len(row):
                continue
            if not self._element and any(isinstance(item, _ROWS) for item in row):
                return TypeError(
                    f"{self.where}, row {i}: expected numbers, got a list among them: `T**` "
                    "has rows of numbers"
                )
            try:
                _core.CudaArray(list(row), element or _core.Double, "cpu")
            except (TypeError, ValueError, OverflowError) as found:
                return type(found)(f"{self.where}, row {i}{str(found).removeprefix('CudaArray')}")
        return error

    def check_writable(self, others: list[Any]) -> None:
        """Each row must be memory of its own that can be changed."""
        seen = {id(other): "another argument" for other in others if not isinstance(other, (int, float))}
        spans = [_span(other, "another argument") for other in others]
        for i, (row, given) in enumerate(zip(self.rows, self.given)):
            name = f"{self.where}, row {i}"
            if isinstance(row, (tuple, range)):
                raise TypeError(
                    f"{name}: the kernel writes to it, and a {type(row).__name__} cannot be "
                    "changed: pass a list"
                )
            if not isinstance(row, (list, _core.CudaArray)) and memoryview(row).readonly:
                raise ValueError(f"{name}: the kernel writes to it, and it is read-only")
            if isinstance(row, _core.CudaArray):
                try:
                    row[:0] = row[:0]
                except ValueError:
                    raise ValueError(f"{name}: the kernel writes to it, and it is read-only") from None
            if len(row) and id(given) in seen:
                raise ValueError(
                    f"{name}: it is {seen[id(given)]} too, and the kernel writes to it: one of the two "
                    "results would be lost"
                )
            seen[id(given)] = f"row {i}"
            spans.append(_span(row, f"row {i}") if row is given else _shared_span(row, f"row {i}"))
        found = sorted(span for span in spans if span)
        for (_, end, first), (begin, _, second) in zip(found, found[1:]):
            if begin < end:
                raise ValueError(
                    f"{self.where}: {first} and {second} share memory, and the kernel writes to them"
                )

    def give_back(self) -> None:
        """Puts what the kernel wrote into the rows."""
        flat = self.elements()
        for row, begin, end in zip(self.rows, [0, *self.ends], self.ends):
            if isinstance(row, list):
                if len(row) != end - begin:
                    raise RuntimeError(f"{self.where}: a list changed its length while the kernel ran")
                row[:] = flat[begin:end]
            elif begin < end:
                part = flat[begin:end]
                if self._element and isinstance(part, list) and hasattr(row, "dtype"):
                    part = _core.CudaArray(part, self._element, "cpu").toHost()
                row[:] = (
                    type(row)(row.typecode, part)
                    if hasattr(row, "typecode") and isinstance(part, list)
                    else part
                )


def _shared(row: Any, where: str) -> Any:
    """A row that is an array of another library, which NumPy cannot see, as a CudaArray of the same memory;
    any other as it is."""
    if (
        isinstance(row, _core.CudaArray)
        or hasattr(row, "__array_interface__")
        or type(row).__module__ == "builtins"
    ):
        return row
    try:
        if hasattr(row, "__dlpack__"):
            return _core.from_dlpack(row)
        return _core.asarray(row) if hasattr(row, "__cuda_array_interface__") else row
    except (TypeError, ValueError, BufferError) as error:
        raise type(error)(f"{where}: {error}") from None


def _tolist(row: Any, element: Any) -> list[Any]:
    if element and not isinstance(row, _core.CudaArray):
        row = _core.CudaArray(row, element, "cpu")
    return row.toList() if isinstance(row, _core.CudaArray) else row.tolist()


def _span(memory: Any, what: str) -> Span | None:
    """Where an array of NumPy's lies, as (begin, end, what); None for anything else."""
    interface = getattr(memory, "__array_interface__", None)
    if not isinstance(interface, dict) or isinstance(memory, _core.CudaArray) or not memory.size:
        return None
    numpy = sys.modules["numpy"]
    bounds = getattr(numpy.lib, "array_utils", numpy).byte_bounds(memory)
    return (*bounds, what)


def _shared_span(row: Any, what: str) -> Span | None:
    """The same of another library's array whose elements follow each other."""
    if not len(row) or row.strides != (row.nbytes // len(row),):
        return None
    return row._address(), row._address() + row.nbytes, what


def _spread(
    value: Any, element: Element, where: str, writes: bool, wide: bool, others: list[Any], device: str
) -> tuple[Spread, Afterwards]:
    """Returns what the kernel takes for the lists: (elements, offsets, count), and what to do afterwards."""
    if isinstance(value, CudaLists):
        return value._travel(wide), None
    if isinstance(value, _core.CudaArray) and value.ndim == 2:
        rows, columns = value.shape
        return (value.reshape(-1), [i * columns for i in range(rows + 1)], rows), None
    numpy = sys.modules.get("numpy")
    if numpy and isinstance(value, numpy.ndarray):
        if value.dtype.hasobject:
            raise TypeError(
                f"{where}: an array of Python objects has no memory that a kernel can read: pass a list of "
                "its rows, list(...)"
            )
        inner: tuple[int, ...] = ()
        if isinstance(element, type) and hasattr(element, "__cudapy_vector__"):
            inner = (len(element.__slots__),)
        if value.ndim != 2 + len(inner):
            raise TypeError(
                f"{where}: expected rows of {'vectors' if inner else 'numbers'}, got an array of "
                f"{value.ndim} dimension{'s' * (value.ndim != 1)}"
            )
        rows, columns = value.shape[:2]
        flat = value.reshape(-1, *value.shape[2:])
        if writes and not value.flags.writeable:
            raise ValueError(f"{where}: the kernel writes to it, and it is read-only")

        def put_back() -> None:
            value[...] = flat.reshape(value.shape)

        copied = writes and flat.size and not numpy.may_share_memory(flat, value)
        return (flat, [i * columns for i in range(rows + 1)], rows), (put_back if copied else None)
    if not isinstance(value, (list, tuple)):
        raise TypeError(
            f"{where}: expected a list of rows, each a list or an array of {_name(element)}, got "
            f"{type(value).__name__} {value!r}"
        )
    taken = _Rows(list(value), element, where, device)
    total = taken.ends[-1] if taken.ends else 0
    if not wide and total > 2**31 - 1:
        raise OverflowError(
            f"{where}: {total} elements are more than 32-bit indices reach (2147483647): compile with "
            "index=cp.int64"
        )
    if writes:
        taken.check_writable(others)
    return (taken.elements(), [0, *taken.ends], len(taken.rows)), taken


def launch(
    direct: Callable[..., object],
    kernel: str,
    parameters: Sequence[tuple[str, Element | None, bool, bool, bool, str]],
    arguments: Sequence[Any],
    keywords: Mapping[str, Any],
    device: str,
) -> None:
    """Calls `direct`, for a kernel on the device of that name, with three arguments for each of the
    parameters (name, element, writes, leaves, wide, of) that is lists; for any other, `element` is None. What
    it leaves in lists is a result. Those that hold tangents or cotangents have the rows of the lists `of`."""
    names = [parameter[0] for parameter in parameters]
    given = collect(kernel, names, arguments, keywords)
    spread: list[Any] = []
    afterwards: list[tuple[Afterwards, Element, bool]] = []
    lost: list[tuple[str, Element, str]] = []
    for (name, element, writes, leaves, wide, of), value in zip(parameters, given):
        if element is None:
            spread.append(value)
            continue
        others = [other for other in given if other is not value]
        if writes and sum(other is value for other in given) > 1:
            raise ValueError(
                f"{kernel}: parameter {name}: the same lists were given twice, and the kernel writes to them"
            )
        if of and element is not None:
            _check_rows(f"{kernel}: parameter {name}", of, value, given[names.index(of)])
        if leaves and _core.is_lost(value):  # before there are other references to the rows
            lost.append((name, element, type(value).__name__))
        parts, after = _spread(
            value, element, f"{kernel}: parameter {name} ({_name(element)}**)", writes, wide, others, device
        )
        spread.extend(parts)
        afterwards.append((after, element, writes))
    try:
        direct(*spread)
    except AssertionError:  # of the kernel: the rows keep what was written until then, as arrays do
        _finish(afterwards)
        raise
    except (TypeError, ValueError, OverflowError) as error:
        for after, element, _ in afterwards:
            if isinstance(after, _Rows) and after.numbers is not None:
                explained = after.explained(error, element)
                if explained is not error:
                    raise explained from None
        raise
    _finish(afterwards)
    for name, element, kind in lost:
        raise ValueError(
            f"{kernel}: parameter {name} ({_name(element)}**): the kernel writes to it, and "
            f"only this call holds the {kind}, so its result would be lost: write `{name} = "
            f"...` before the launch, and pass {name}"
        )


def _check_rows(where: str, of: str, value: Any, lists: Any) -> None:
    """Refuses tangents of other lengths than the lists have that they are of: one index is for both."""
    held, want = _lengths(value), _lengths(lists)
    if held is None or want is None or held == want:
        return
    place = next((i for i, (a, b) in enumerate(zip(held, want)) if a != b), min(len(held), len(want)))
    shown = [f"{each[place]} elements" if place < len(each) else "no such row" for each in (held, want)]
    raise ValueError(
        f"{where}: it holds the derivatives of {of} and has other rows: row {place} has {shown[0]}, not "
        f"{shown[1]}"
    )


def _lengths(value: Any) -> list[int] | None:
    """Returns the lengths of the rows, or None for what is no lists."""
    if isinstance(value, CudaLists):
        return [end - begin for begin, end in zip([0, *value._ends], value._ends)]
    if isinstance(value, (list, tuple)):
        return [len(row) for row in value if hasattr(row, "__len__")]
    shape = getattr(value, "shape", None)
    return [shape[1]] * shape[0] if shape is not None and len(shape) > 1 else None


def _finish(afterwards: list[tuple[Afterwards, Element, bool]]) -> None:
    """Puts what the kernel wrote into the rows that it came from."""
    for after, _, writes in afterwards:
        if isinstance(after, _Rows):
            if writes:
                after.give_back()
        elif after:
            after()
