"""cp.vectorize(): a function of numbers as a function of arrays, in one kernel that is made for the types
and the layout of its arguments."""

from __future__ import annotations

import copyreg
import math
import threading

from . import _core
from ._arguments import collect
from ._array_libraries import (
    cast,
    conversion,
    described,
    given_back,
    is_buffer,
    is_numpys,
    is_read_only,
    let_libraries_wait,
    library_of,
    lies_on_host,
    native,
)
from ._by_value import at, goes_by_value, keep_sources, sources_of
from ._compile import compile_functions
from ._lists import CudaLists
from ._number_types import (
    KINDS,
    LIMITS,
    OF_PYTHON,
    PYTHON,
    TYPES,
    name_of,
    names_of,
    number_for,
    parse,
    tuple_of,
    types_of_arguments,
    with_article,
)
from ._sources import check_function, is_lambda
from ._strided import Operand, broadcast, collapse, is_shown, may_collide, may_meet, span_of
from ._vectorize_text import kernel_text, probe_text
from ._wrapped import OverArrays

_MOST_DIMENSIONS = 8
_MOST_ROWS = 65535  # what a GPU has of blocks along y
_LEAST_WIDTH = 32  # from which on the elements of a row get neighbouring threads, which saves a division
_FILE = "<cp.vectorize>"


class Vectorized(OverArrays):
    """A function of arrays, which `cp.vectorize(f)` makes of a function of numbers."""

    def __init__(self, function, signature, options):
        if not is_lambda(function):
            check_function(function, "vectorize")
        code = function.__code__
        if code.co_flags & 0x0C or code.co_kwonlyargcount:
            raise TypeError(
                f"vectorize: {function.__name__} takes *args, **kwargs or parameters by name alone, which "
                "kernels do not have"
            )
        self._names = code.co_varnames[: code.co_argcount]
        if not self._names:
            raise TypeError(
                f"vectorize: {function.__name__} has no parameters: it needs one that is given arrays"
            )
        if "out" in self._names:
            raise TypeError(
                f"vectorize: {function.__name__} has a parameter out, which is the name of the array for "
                "the results: give it another one"
            )
        for attribute in ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__"):
            setattr(self, attribute, getattr(function, attribute, None))
        self.__wrapped__ = function
        self.__cudapy_signature__ = signature or ""
        self._called = "the lambda" if is_lambda(function) else function.__name__
        self._identifier = "lambda_function" if is_lambda(function) else function.__name__
        self._scalar = function
        self._declared = None
        if signature:
            if is_lambda(function):
                self._declared = parse(signature, self._names)
            else:
                from . import kernel

                self._scalar = kernel(signature)(function)
        self._options = options
        self._calls = {}
        self._open = frozenset()  # the places of parameters whose types no signature says
        self._changing = threading.RLock()

    def __repr__(self):
        return f"<function {self.__name__}({', '.join(self._names)}) over arrays>"

    def __reduce__(self):
        """As a function: by its module and its name, or by value where cloudpickle pickles functions so."""
        if at(self.__module__, self.__qualname__) is self and not goes_by_value(self.__module__):
            return self.__qualname__
        # The function is in the state, which is set later, since it may call itself.
        state = (self.__wrapped__, self.__cudapy_signature__, self._options, sources_of([self.__wrapped__]))
        return copyreg.__newobj__, (Vectorized,), state

    def __setstate__(self, state):
        function, signature, options, sources = state
        keep_sources(sources)
        self.__init__(function, signature or None, options)

    @_core.entry
    def __call__(self, *arguments, out=None, **keywords):
        given = self._collect(arguments, keywords)
        outs = out if isinstance(out, tuple) else () if out is None else (out,)
        for each in outs:
            self._check_out(each)
        operands = [self._operand(name, argument) for name, argument in zip(self._names, given)]
        library = self._library(operands, outs)
        device = self._device(operands, outs)
        types, results, several = self._types(operands, device)
        stored = self._outs(out, results, several)
        shape = self._shape(operands, stored)
        self._refuse_overlap(operands, stored)
        made = self._run(operands, types, results, stored, shape, device)
        if out is not None:
            return out
        is_scalar = not shape and all(each.is_number or each.library in (None, "numpy") for each in operands)
        found = tuple(given_back(each, shape, library, is_scalar, operands) for each in made)
        return found if several else found[0]

    # What is given

    def _collect(self, arguments, keywords):
        defaults = self.__wrapped__.__defaults__ or ()
        left = self._names[len(arguments) :]
        if left and defaults and all(name in left for name in keywords):
            known = zip(self._names[-len(defaults) :], defaults)
            keywords = {**{name: value for name, value in known if name in left}, **keywords}
        return collect(self._called, list(self._names), arguments, keywords)

    def _operand(self, name, argument):
        """An argument as an Operand: a number, or an array where it lies."""
        kind = type(argument)
        who = f"{self._called}: {'out' if name == 'out' else f'argument {name}'}"
        if getattr(argument, "ndim", 0) > _MOST_DIMENSIONS:
            raise ValueError(
                f"{who} has {argument.ndim} dimensions, and arrays have at most {_MOST_DIMENSIONS}: "
                "reshape it"
            )
        if kind in OF_PYTHON:
            return Operand(name, argument, None, is_number=True)
        if kind is _core.CudaArray:
            return Operand(name, argument, "cudapy", argument, _scalar(_core.elemType(argument), who))
        if kind is CudaLists:
            raise TypeError(
                f"{who} is a CudaLists, whose rows have lengths of their own: cp.lib.map(f, rows) gives a "
                "function whole rows"
            )
        if kind.__module__ == "numpy" and hasattr(argument, "dtype") and not argument.ndim:
            typed = _scalar(_converted(who, _core.elemType, argument.reshape(1)), who)
            value = argument.item()
            return Operand(
                name,
                value if type(value) in OF_PYTHON else float(value),
                "numpy",
                None,
                typed,
                is_number=True,
            )
        if isinstance(argument, (int, float, complex)) and not hasattr(argument, "dtype"):
            # This is a member of an enum, or of a class of one's own.
            number = next(base for base in (int, float, complex) if isinstance(argument, base))
            return Operand(
                name, number.__int__(argument) if number is int else number(argument), None, is_number=True
            )
        if isinstance(argument, (list, tuple, range)):
            view = _converted(who, _list_as_array, argument)
            if type(view) is CudaLists:
                raise ValueError(
                    f"{who}: the rows of a list are not equally long: cp.lib.map(f, rows) gives a function "
                    "whole rows"
                )
            return Operand(name, argument, None, view, _scalar(_core.elemType(view), who), is_weak=True)
        library = library_of(argument)
        is_on_host = lies_on_host(argument)
        if library is None or is_on_host is None:
            if kind.__module__.partition(".")[0] == "dask":
                raise TypeError(f"{who} is a Dask array: write x.map_blocks({self._called}), which gives its blocks")
            if not is_buffer(argument):
                raise TypeError(
                    f"{who}: expected a number or an array, got {kind.__name__} {_short(argument)}"
                )
            library, is_on_host = None, True
        shape = None
        if library not in (None, "numpy") and not getattr(argument, "ndim", 1):  # a tensor without dimensions
            shape, shown = (), argument.reshape(1)
        else:
            shown = argument
            if library == "numpy":
                shape, shown = argument.shape, native(argument)
        view = _converted(who, _core.asarray, shown, None, "cpu" if is_on_host else None)
        return Operand(
            name,
            argument,
            library,
            view,
            _scalar(_core.elemType(view), who),
            shape=shape,
            is_on_host=is_on_host,
        )

    def _library(self, operands, outs):
        """The library whose arrays are given, and which therefore gets one; "cudapy" where all are
        numbers and lists."""
        met = [
            (f"argument {each.name}", each.library, each.given)
            for each in operands
            if not each.is_number and each.library
        ]
        met += [("out", library_of(each), each) for each in outs if library_of(each)]
        for what, library, _ in met[1:]:
            if library != met[0][1]:
                first = met[0]
                raise TypeError(
                    f"{self._called}: {first[0]} is {described(first[1])} and {what} is "
                    f"{described(library)}: give arrays of one library, "
                    f"such as {conversion(library, first[1], what)}"
                )
        if met:
            return met[0][1]
        return "numpy" if any(each.library == "numpy" for each in operands) else "cudapy"

    def _device(self, operands, outs):
        """The device that the arrays are on; where they may travel, the one that is asked for."""
        places = {}
        for each in operands:
            if each.view is not None and not each.is_on_host and not each.is_weak:
                places.setdefault(each.view.device, f"argument {each.name}")
        for each in outs:
            if type(each) is _core.CudaArray:
                places.setdefault(each.device, "out")
            elif lies_on_host(each) is False:
                places.setdefault(_core.asarray(each).device, "out")
        if places:  # NumPy's arrays travel, tensors do not
            for each in operands:
                if each.is_on_host and each.library not in (None, "numpy"):
                    places.setdefault("cpu", f"argument {each.name}")
            if any(lies_on_host(each) and not is_numpys(each) for each in outs):
                places.setdefault("cpu", "out")
        if len(places) > 1:
            (one, what), (other, which) = list(places.items())[:2]
            raise ValueError(
                f"{self._called}: {what} is on {one} and {which} on {other}: copy one to where the other is"
            )
        target = self._options.get("target")
        if places:
            ((place, what),) = places.items()
            if target is not None and (wanted := _core.empty(0, _core.Bool, target).device) != place:
                raise ValueError(
                    f"{self._called}: {what} is on {place}, and target= says {wanted}: copy it there"
                )
            return place
        return _core.empty(0, _core.Bool, target).device

    # Types

    def _types(self, operands, device):
        """The types that the function is given, by name, those of its results, and whether it gives a
        tuple. What no signature says the arguments choose."""
        if self._declared:
            types, result = self._declared
            for each, wanted in zip(operands, types):
                self._check_cast(each, wanted)
            return types, *names_of(result)
        while True:
            open_now = self._open
            chosen = types_of_arguments(operands, open_now, self._called)
            types = [chosen.get(i, f"T{i}") for i in range(len(operands))]
            try:
                instance, several = self._probe(types, "R", device), False
                break
            except _core.CompileError as error:
                errors = {
                    each["code"]: each["message"] for each in error.diagnostics if each["severity"] == "error"
                }
                more = {i for i in range(len(operands)) if f"`T{i}`" in errors.get("E460", "")}
                if more - open_now:
                    self._open = open_now | more
                    continue
                result = self._result_in(errors)
                if result is None:
                    raise
            names, several = self._several(result)
            instance = self._probe(types, tuple_of(f"R{i}" for i in range(len(names))), device)
            break
        kinds = [kind for _, kind in instance.parameters]
        for i, (each, kind) in enumerate(zip(operands, kinds)):
            if kind not in TYPES.values():
                raise TypeError(
                    f"{self._called}: parameter {each.name} is {name_of(kind)}, and vectorize gives a "
                    "function one number of each array"
                )
            if i not in open_now:
                self._check_cast(each, kind.name)
        return (
            [kind.name for kind in kinds[: len(operands)]],
            [self._result(kind.element) for kind in kinds[len(operands) :]],
            several,
        )

    def _result_in(self, errors):
        """What a function returns that is no number, as the error about an array of it says; None where
        the errors are others."""
        found = set(errors) - {"E220"}  # which helpers without a signature have where they are not reached
        if found == {"E463"}:
            raise TypeError(
                f"{self._called}: the function returns nothing: vectorize makes an array of what it returns"
            ) from None
        if found != {"E464"}:
            return None
        message = errors["E464"]
        start = message.find("with R = `")
        return message[start + 10 : message.index("`", start + 10)] if start >= 0 else None

    def _several(self, result):
        names, several = names_of(result)
        if not several or not all(name in TYPES for name in names):
            raise TypeError(
                f"{self._called}: the function returns {result}: vectorize makes arrays of numbers, or of "
                "the numbers in a tuple"
            )
        return names, several

    def _result(self, kind):
        if kind not in TYPES.values():
            raise TypeError(
                f"{self._called}: the function returns {name_of(kind)}: vectorize makes arrays of numbers, "
                "or of the numbers in a tuple"
            )
        return kind.name

    def _probe(self, types, result, device):
        """The compiled kernel that says what a function of these types, or variables, gives. It never
        runs."""
        results, several = names_of(result)
        generic = self._call(
            ("probe", tuple(types), result, device),
            lambda name: probe_text(name, types, results, result),
            device,
            False,
        )
        return generic.instance(self._scalar, *[None] * (len(types) + len(results)))

    def _check_cast(self, operand, wanted):
        """Raises what NumPy's casting of the same kind does not allow."""
        if operand.is_number and operand.kind is None:
            self._check_number(operand, wanted)
            return
        if operand.is_weak:  # a list of Python's numbers
            have = KINDS[operand.kind.name]
            if have > KINDS[wanted] and not (have == 2 and KINDS[wanted] == 1):
                raise TypeError(
                    f"{self._called}: argument {operand.name} is a list of {operand.kind.name}, and the "
                    f"parameter is {with_article(wanted)}"
                )
            self._make_list_of(operand, wanted)
            return
        if KINDS[operand.kind.name] > KINDS[wanted]:
            what = "a number" if operand.is_number else "an array"
            raise TypeError(
                f"{self._called}: argument {operand.name} is {what} of {operand.kind.name}, and the "
                f"parameter is {with_article(wanted)}, which does not hold it: write {cast(operand, wanted)}"
            )
        if operand.is_number:
            self._check_range(operand, wanted)

    def _make_list_of(self, operand, wanted):
        who, kind = f"{self._called}: argument {operand.name}", TYPES[wanted]
        operand.view, operand.kind = _converted(who, _core.CudaArray, operand.given, kind, "cpu"), kind

    def _check_number(self, operand, wanted):
        value, name = operand.given, operand.name
        have = OF_PYTHON[type(value)]
        if have > KINDS[wanted] and not (have == 2 and KINDS[wanted] == 1):
            instead = f"{PYTHON[KINDS[wanted]]}({value!r})" if have < 4 else "its real part"
            raise TypeError(
                f"{self._called}: argument {name} is {type(value).__name__} {value!r}, and the parameter "
                f"is {with_article(wanted)}: write {instead}"
            )
        self._check_range(operand, wanted)

    def _check_range(self, operand, wanted):
        value = operand.given
        low, high = LIMITS.get(wanted, (-math.inf, math.inf))
        if type(value) is int and not low <= value <= high:
            raise OverflowError(
                f"{self._called}: argument {operand.name}: int {value} is out of range for {wanted} "
                f"({low} to {high})"
            )

    # Results

    def _outs(self, out, results, several):
        """The arrays for the results as operands; None for those that are to be made."""
        if out is None:
            return [None] * len(results)
        given = out if several and isinstance(out, tuple) else (out,)
        if len(given) != len(results) or (isinstance(out, tuple) and not several):
            what = f"a tuple of {len(results)} arrays" if several else "one array"
            raise TypeError(
                f"{self._called}: out: expected {what}, got {type(out).__name__}"
                + (f" of {len(out)}" if isinstance(out, tuple) else "")
            )
        return [self._out(each, result) for each, result in zip(given, results)]

    def _check_out(self, given):
        """Raises TypeError for what holds no results."""
        who = f"{self._called}: out"
        if isinstance(given, (list, tuple, range)):
            raise TypeError(
                f"{who}: expected an array, got a {type(given).__name__}: write cp.CudaArray(...) of it"
            )
        if type(given) is not _core.CudaArray and library_of(given) is None and not is_buffer(given):
            raise TypeError(f"{who}: expected an array, got {type(given).__name__} {_short(given)}")
        if type(given) is not _core.CudaArray and not getattr(given, "ndim", 1):
            raise TypeError(
                f"{who}: this {type(given).__name__} has no dimension: leave out= away, and take what is "
                "returned"
            )

    def _out(self, given, result):
        who = f"{self._called}: out"
        operand = self._operand("out", given)
        if KINDS[result] > KINDS[operand.kind.name]:
            raise TypeError(
                f"{who} has elements of {operand.kind.name}, and the function returns "
                f"{with_article(result)}, which they do not hold"
            )
        if is_read_only(operand):
            raise ValueError(f"{who}: this {type(given).__name__} cannot be changed")
        if operand.collides_with_itself() or (is_numpys(given) and operand.view.shape != given.shape):
            raise ValueError(
                f"{who}: several elements of this {type(given).__name__} are in one place: pass one that "
                "has a place for each"
            )
        return operand

    def _shape(self, operands, outs):
        arrays = [each for each in operands if each.view is not None]
        shape = ()
        for number, each in enumerate(arrays):
            found = broadcast(shape, each.shape)
            if found is None:
                others = " and ".join(f"{one.name} of shape {one.shape}" for one in (*arrays[:number], each))
                raise ValueError(
                    f"{self._called}: arguments {others} cannot be broadcast together: extents of one "
                    "axis, counted from the last one, must be equal or 1"
                )
            shape = found
        given = [each for each in outs if each is not None]
        for each in given:
            if broadcast(shape, each.shape) != each.shape:
                raise ValueError(
                    f"{self._called}: out has shape {each.shape}, and the arguments give {shape}"
                )
            if each.shape != given[0].shape:
                raise ValueError(
                    f"{self._called}: out: the arrays must have one shape, got {given[0].shape} and "
                    f"{each.shape}"
                )
        return given[0].shape if given else shape

    def _refuse_overlap(self, operands, outs):
        given = [each for each in outs if each is not None]
        for number, each in enumerate(given):
            for other in given[:number]:
                if may_collide(each, other):
                    raise ValueError(
                        f"{self._called}: out: two of the arrays share memory: pass different ones"
                    )
            for operand in operands:
                if operand.view is None or not may_collide(operand, each):
                    continue
                same = (
                    operand.shape == each.shape
                    and operand.view.pointer() == each.view.pointer()
                    and operand.kind is each.kind
                )
                if not (same and operand.strides_where_they_count() == each.strides_where_they_count()):
                    raise ValueError(
                        f"{self._called}: out shares a part of its memory with argument {operand.name}, "
                        "whose elements would change before they are read: "
                        f"pass a copy of {operand.name}, or the same array as out"
                    )

    # Running

    def _run(self, operands, types, results, outs, shape, device):
        """The arrays of results, which the kernel has written."""
        target = "cpu" if device == "cpu" else device
        made = [
            _core.empty(shape or (1,), TYPES[result], target) if each is None else None
            for each, result in zip(outs, results)
        ]
        if not math.prod(shape):
            return made
        places = _places(outs, device)
        stored = [place if place is not None else new for place, new in zip(places, made)]
        used = []
        for each, wanted in zip(operands, types):
            if each.view is None:
                used.append(None)
                continue
            if each.is_weak and each.kind.name != wanted:
                self._make_list_of(each, wanted)
            there = _there(each, device)
            if any(place is not None and may_meet(there, place) for place in places):
                there = there.copy()  # the kernel sees the memory between the elements, too
            used.append(there)
        arrays = [(view, each.shape) for view, each in zip(used, operands) if view is not None]
        arrays += [(view, shape) for view in stored]
        extents, strides, spans = _layout(arrays, shape)
        count = math.prod(extents)
        is_grid = len(extents) > 1 and extents[-1] >= _LEAST_WIDTH and count // extents[-1] <= _MOST_ROWS
        linear, step = [], 1
        for extent in reversed(extents):
            linear.insert(0, step)
            step *= extent
        modes = [
            "one" if not any(each) else "packed" if tuple(each) == tuple(linear) else "strided"
            for each in strides
        ]
        if all(mode != "strided" for mode in modes):
            extents, is_grid = (count,), False
        inputs, numbers = iter(zip(modes, spans, strides)), []
        layout, given = [], []
        for each, wanted in zip(operands, types):
            if each.view is None:
                layout.append((wanted, wanted, "number"))
                given.append(number_for(each.given, wanted))
                continue
            mode, (array, start), steps = next(inputs)
            layout.append((each.kind.name, wanted, mode))
            given.append(array)
            if mode == "strided":
                numbers += [start, *steps]
        written = []
        for view, result in zip(stored, results):
            mode, (array, start), steps = next(inputs)
            written.append((_core.elemType(view).name, result, "packed" if mode == "one" else mode))
            given.append(array)
            if mode == "strided":
                numbers += [start, *steps]
        is_wide = count >= 2**31 or any(array.size >= 2**31 for array, _ in spans)
        if any(mode == "strided" for mode in modes):
            numbers += extents[1:]
        key = (tuple(layout), tuple(written), len(extents), is_grid, is_wide, device)
        generic = self._call(
            key,
            lambda name: kernel_text(name, layout, written, len(extents), is_grid, is_wide),
            device,
            is_wide,
        )
        instance = generic.instance(self._scalar, *[None] * (len(given) + len(numbers)))
        launch = instance(extents[-1], count // extents[-1]) if is_grid else instance(count)
        launch(*given, *numbers)
        for each, place in zip(outs, places):
            if each is not None and place is not each.view:
                _bring_back(each, place)
        let_libraries_wait(operands, outs, device)
        return made

    def _call(self, key, text, device, is_wide):
        found = self._calls.get(key)
        if found is None:
            with self._changing:
                found = self._calls.get(key)
                if found is None:
                    name = f"{self._identifier}_over_arrays"
                    source = text(name)
                    scope = {}
                    exec(compile(source, _FILE, "exec"), scope)  # noqa: S102 (the text is ours)
                    options = {**self._options, "target": device, "index": _core.Int64 if is_wide else None}
                    found = compile_functions(scope[name], texts=[(_FILE, source)], **options)
                    found.called = self._called
                    self._calls[key] = found
        return found


def _there(operand, device):
    """An operand's elements on the device that the kernel runs on."""
    return operand.view if operand.view.device == device else _core.CudaArray(operand.view, None, device)


def _places(outs, device):
    """Where the kernel writes what goes into each of `outs`: there, or an array on the device beside it."""
    places = []
    for out in outs:
        place = None if out is None else _place(out, device)
        if place is not None and any(other is not None and may_meet(place, other) for other in places):
            place = _core.empty(out.shape, out.kind, device)
        places.append(place)
    return places


def _place(out, device):
    is_direct = (
        out.view.device == device
        and is_shown(out.view)
        and (not is_numpys(out.given) or out.view.pointer() == out.given.ctypes.data)
    )
    return out.view if is_direct else _core.empty(out.shape, out.kind, device)


def _bring_back(out, place):
    if is_numpys(out.given):
        out.given[...] = place.toHost()
    else:
        out.view[...] = place


def _layout(arrays, shape):
    """The extents and the steps of arrays after as many axes as possible became one, and the memory that
    each takes, with the place of its first element."""
    steps, spans = [], []
    for view, own in arrays:
        span = span_of(view)
        spans.append(span)
        step = [stride // _core.elemType(view).size for stride in span[2]] if own else []
        whole = [0] * (len(shape) - len(own)) + [
            0 if extent == 1 else each for extent, each in zip(view.shape, step)
        ]
        steps.append(whole)
    extents, steps = collapse(shape, steps)
    return extents, steps, [(array, start) for array, start, _ in spans]


def _scalar(kind, who):
    if kind not in TYPES.values():
        raise TypeError(
            f"{who} has elements of {name_of(kind)}, and vectorize takes numbers: cp.lib.map(f, X) gives a "
            "function elements of any type"
        )
    return kind


def _list_as_array(values):
    return _core.CudaArray(values, None, "cpu")


def _converted(who, make, *arguments):
    try:
        return make(*arguments)
    except (TypeError, ValueError, OverflowError, BufferError) as error:
        raise type(error)(f"{who}: {str(error).partition(': ')[2] or error}") from None


def _short(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
