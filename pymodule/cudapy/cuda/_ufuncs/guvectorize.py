"""cuda.guvectorize: a function of parts of arrays, which is called once for each place of their other
axes."""

from __future__ import annotations

import math

import numpy as np

from ... import _core
from ..._compile.sources import check_function
from .._jit.pickling import reduce_over_arrays
from . import ufunc_signatures
from .gufunc_layout import GufuncLayout
from .operands import (
    apart,
    as_array,
    checked_out,
    dtype_of,
    in_stream,
    is_on_device,
    kind_of,
    on_device,
    packed,
    to_host,
)
from .texts import as_of_now, compiled, name_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FunctionType
    from typing import Any

    from ..._core import CudaArray
    from .gufunc_layout import Shape, Shapes
    from .operands import AnyArray
    from .ufunc_signatures import Kind, Signature


def guvectorize(
    ftylist: Any,
    signature: str | None = None,
    *,
    target: str = "cuda",
    identity: Any = None,
    cache: bool = False,
    writable_args: Any = (),
    nopython: bool = True,
    **kws: Any,
) -> Callable[[Callable[..., Any]], GUFunc]:
    """Makes a function of arrays of one that is given parts of them, and writes its results into its last
    parameters: `@cuda.guvectorize(["void(float32[:], float32[:], float32[:])"], "(n),(n)->()")`.

    Each thread calls it for one place of the axes before those that the layout names. A parameter that has
    no axis there is a number, or an array of one element where its type is one; results are arrays. The
    function takes the arguments, then perhaps arrays for the results, or `out=`, and `stream=`. It returns
    arrays of NumPy, or on the device where an argument is there.

    Raises TypeError for what is no signature and for other options, ValueError for what is no layout.
    """
    if target != "cuda":
        raise ValueError(f'guvectorize: the target is "cuda", and not {target!r}')
    if cache:
        raise TypeError("guvectorize: caching is not supported: kernels are kept anyway")
    if writable_args:
        raise TypeError("guvectorize: writable_args are not supported: make them results")
    if not nopython:
        raise TypeError("nopython flag must be True")
    if identity not in (None, 0, 1, "reorderable"):
        raise ValueError('guvectorize: identity is None, 0, 1 or "reorderable"')
    if kws:
        raise TypeError(f"The following target options are not supported: {', '.join(map(repr, kws))}")
    if signature is None:
        raise TypeError(
            "guvectorize: a list of signatures comes before the layout: only it says the types of results"
        )
    signatures = [ftylist] if isinstance(ftylist, str) else list(ftylist)
    layout = GufuncLayout(signature)
    return lambda function: GUFunc(function, signatures, layout)


class GUFunc:
    """A function of arrays, which `cuda.guvectorize` makes of a function of parts of them."""

    def __init__(self, function: Any, signatures: Iterable[Any], layout: GufuncLayout) -> None:
        plain: FunctionType = getattr(function, "py_func", function)
        check_function(plain, "guvectorize")
        self.__wrapped__ = self.py_func = plain
        self.__name__, self.__doc__ = plain.__name__, plain.__doc__
        self.__module__, self.__qualname__ = plain.__module__, plain.__qualname__
        self._signatures = list(signatures)
        self._function = as_of_now(plain)
        self._layout = layout
        # The types of all parameters, by the dtypes of arguments.
        self._versions: dict[tuple[np.dtype[Any], ...], tuple[Kind, ...]] = {}
        self._kernels: dict[tuple[Any, ...], Any] = {}
        for given in signatures:
            self._add(given, ufunc_signatures.read(given, "guvectorize"))

    def __reduce__(self) -> Any:
        return reduce_over_arrays(self, self._signatures, self._layout)

    def __repr__(self) -> str:
        return f"<generalized function {self.__name__} over arrays>"

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0) -> Any:
        """Calls the function for each place of the outer axes of the arguments.

        Arrays for results follow the arguments, or are `out`, a tuple of several. Raises TypeError for
        another number of arguments or types that no signature has, and ValueError for shapes that do not
        fit."""
        inputs, outs = self._split(arguments, out)
        inputs = [as_array(each) for each in inputs]
        outs = [as_array(each) if is_on_device(each) else each for each in outs]
        shapes = self._layout.shapes([each.shape for each in inputs])
        kinds, inputs = self._cast(inputs)
        results = [dtype_of(each.kind) for each in kinds[len(inputs) :]]
        for each, inner in zip(outs, shapes.results):
            if not (each is None or is_on_device(each) or isinstance(each, np.ndarray)):
                raise TypeError(
                    f"{self.__name__}: out is an array of NumPy or on the device, and not "
                    f"{type(each).__name__}"
                )
            if each is not None and each.shape != shapes.loop + inner:
                wanted = shapes.loop + inner
                raise ValueError(f"output shape mismatch: it is {each.shape}, and must be {wanted}")
        is_host = not any(is_on_device(each) for each in (*inputs, *outs))
        with in_stream(stream):
            places = [self._place(*each, shapes.loop) for each in zip(outs, results, shapes.results)]
            self._launch(inputs, kinds, places, shapes)
            made = zip(outs, places, shapes.results)
            found = [self._given_back(*each, is_host, shapes.loop) for each in made]
        return found[0] if len(found) == 1 else tuple(found)

    def _split(self, arguments: tuple[Any, ...], out: Any) -> tuple[Sequence[Any], list[Any]]:
        """The arguments, and the arrays for results; None for those that are to be made."""
        ins, count = len(self._layout.inputs), len(self._layout.outputs)
        if out is not None and len(arguments) > ins:
            raise ValueError("cannot specify argument 'out' as both positional and keyword")
        if len(arguments) not in ((ins,) if out is not None else (ins, ins + count)):
            raise TypeError(
                f"This gufunc accepts {_counted(ins)} (when providing input only) or {_counted(ins + count)} "
                f"(when providing input and output). Got {_counted(len(arguments))}."
            )
        if out is None:
            return arguments[:ins], [*arguments[ins:], *[None] * (ins + count - len(arguments))]
        outs = list(out) if count > 1 and isinstance(out, tuple) else [out]
        if len(outs) != count:
            raise TypeError(f"{self.__name__}: out: expected a tuple of {count} arrays")
        return arguments, outs

    def _add(self, written: Any, signature: Signature) -> None:
        axes = [*self._layout.inputs, *self._layout.outputs]
        if signature.result not in (None, _core.Void):
            name = dtype_of(signature.result).name
            raise TypeError(
                f"guvectorized functions cannot return values: signature {written} specifies {name} return "
                "type"
            )
        code = self.py_func.__code__
        if not len(signature.args) == len(axes) == code.co_argcount:
            raise TypeError(
                f"guvectorize: {self.__name__} has {code.co_argcount} parameters, the signature {written} "
                f"has {len(signature.args)}, and the layout {len(axes)}"
            )
        for number, (each, names) in enumerate(zip(signature.args, axes), 1):
            is_result = number > len(self._layout.inputs)
            if each.ndim != len(names) and not (each.ndim == 1 and not names):
                what = f"{each.ndim} dimensions" if each.ndim else "none, as a number"
                raise ValueError(
                    f"gufunc signature mismatch: parameter {number} has {what}, and the layout {len(names)}"
                )
            if is_result and not each.ndim:
                raise TypeError(
                    f"guvectorize: parameter {number} of {self.__name__} is a result, and a number: make it "
                    "an array"
                )
        ins = signature.args[: len(self._layout.inputs)]
        dtypes = tuple(dtype_of(each.kind) for each in ins)
        self._versions[dtypes] = signature.args
        self._kernel(signature.args, (False,) * len(ins))  # which raises what is wrong with it

    def _cast(self, inputs: list[AnyArray]) -> tuple[tuple[Kind, ...], list[AnyArray]]:
        """The types of the parameters, and the arguments with the types of a signature. As in numba, arrays
        of the host are cast to narrower types, and not to wider ones."""
        own = tuple(each.dtype for each in inputs)
        wanted = (
            own
            if own in self._versions
            else next((each for each in self._versions if all(map(_fits, each, own))), None)
        )
        if wanted is None:
            raise TypeError(f"no matching signature: {self.__name__} was given {', '.join(map(str, own))}")
        made = []
        for each, dtype in zip(inputs, wanted):
            if each.dtype != dtype and is_on_device(each):
                raise TypeError(
                    "compatible signature is possible by casting but an array on the device does not support "
                    ".astype()"
                )
            made.append(each if each.dtype == dtype else each.astype(dtype))
        return self._versions[wanted], made

    def _place(self, out: Any, dtype: np.dtype[Any], inner: Shape, loop: Shape) -> CudaArray:
        """The array on the device that the function writes to."""
        if out is not None and is_on_device(out) and kind_of(out.dtype) is kind_of(dtype):
            return checked_out(out, self.__name__)
        if out is not None and out.dtype != dtype:
            raise TypeError(f"{self.__name__}: out is of {out.dtype}, and the results are of {dtype}")
        kind = kind_of(dtype)
        assert kind is not None  # as the signature has it
        made = _core.numpy_scalars(_core.empty(loop + inner or (1,), kind))
        if out is not None:  # the function may read what is there
            made.copy_from(np.ascontiguousarray(out).reshape(made.shape))
        return made

    def _given_back(self, out: Any, place: CudaArray, inner: Shape, is_host: bool, loop: Shape) -> Any:
        if out is not None:
            return out if is_on_device(out) else to_host(place, out)
        return to_host(place).reshape(loop + inner) if is_host else place

    def _launch(
        self, inputs: list[AnyArray], kinds: tuple[Kind, ...], places: list[CudaArray], shapes: Shapes
    ) -> None:
        count = math.prod(shapes.loop)
        if not count:
            return
        given = []
        for each, inner, is_repeated in zip(inputs, shapes.inner, shapes.repeated):
            if not is_repeated:
                each = _repeated(each, shapes.loop + inner)
            view = apart(on_device(each), places)
            given.append(packed(view).reshape(1 if is_repeated else count, *inner))
        written = [packed(each) for each in places]
        results = [each.reshape(count, *inner) for each, inner in zip(written, shapes.results)]
        self._kernel(kinds, shapes.repeated)(count)(*given, *results)
        for place, each in zip(places, written):
            if each is not place:
                place[...] = each

    def _kernel(self, kinds: tuple[Kind, ...], repeated: tuple[bool, ...]) -> Any:
        key = (tuple(kinds), repeated)
        found = self._kernels.get(key)
        if found is None:
            found = self._kernels[key] = self._compiled(kinds, repeated)
        return found

    def _compiled(self, kinds: tuple[Kind, ...], repeated: tuple[bool, ...]) -> Any:
        axes = [*self._layout.inputs, *self._layout.outputs]
        parameters, items = [], []
        for i, (each, names) in enumerate(zip(kinds, axes)):
            at = "0" if i < len(repeated) and repeated[i] else "at"
            is_slice = each.ndim and not names
            kind = f"{each.kind.name}[{',' * len(names)}]" if names else f"{each.kind.name}*"
            parameters.append((kind, f"x{i}"))
            items.append(f"x{i}[{at}:{at} + 1]" if is_slice else f"x{i}[{at}]")
        lines = ["at = cuda.grid(1)", f"core({', '.join(items)})"]
        return compiled(f"{name_of(self._function)}_over_arrays", parameters, lines, self._function)


def _repeated(array: AnyArray, shape: Shape) -> AnyArray:
    """Returns an array with its elements repeated along outer axes, as NumPy broadcasts them. One on the
    device goes through the host for that."""
    if array.shape == shape or math.prod(array.shape) == math.prod(shape):
        return array
    host = to_host(array) if isinstance(array, _core.CudaArray) else array
    return np.ascontiguousarray(np.broadcast_to(host.reshape(array.shape), shape))


def _fits(wanted: np.dtype[Any], own: np.dtype[Any]) -> bool:
    """Returns whether arrays are cast to the type of a signature. Dates are not, nor is anything cast to
    them."""
    return np.can_cast(wanted, own) and (wanted == own or not {"M", "m"} & {wanted.kind, own.kind})


def _counted(count: int) -> str:
    return f"{count} positional argument{'' if count == 1 else 's'}"
