"""cuda_source(): CUDA C++ whose kernels are calls and whose device functions are called from kernels."""

from __future__ import annotations

import os
import re
import sys

from .. import _core
from .bindings import DeviceFunction
from .cuda_flags import folders_and_flags
from .environment import site_packages

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, NoReturn, SupportsIndex, TypeAlias, TypedDict

    from .._core import Kernel, dim3
    from .options import Compiler, Target

    # The types that are chosen for parameters of a template.
    Choices: TypeAlias = tuple[tuple[str, Any], ...]

    class FoundFunction(TypedDict):
        """A kernel or a device function of a text, as the extension finds it, with its name in C++."""

        name: str
        scope: tuple[str, ...]
        text: str
        problem: str
        line: int
        is_kernel: bool
        on_host: bool
        is_template: bool
        is_defined: bool
        is_conditional: bool
        # Its name, its text, whether it is a type, whether it has a default, and whether it is a pack.
        template_parameters: list[tuple[str, str, int, int, int]]
        # Its name, its text, and the words of its type.
        parameters: list[tuple[str, str, tuple[str, ...]]]
        number: int
        qualified: str
        outer_scope: tuple[str, ...]


_NAME = re.compile(r"(?:::)?(?:[A-Za-z_]\w*(?:<[\w\s:,<>()*&-]*>)?::)*[A-Za-z_]\w*(?:<[\w\s:,<>()*&-]*>)?")


def read_source(
    source: Any,
    *,
    include_paths: Any = (),
    flags: Any = (),
    libraries: Any = (),
    library_paths: Any = (),
    types: Any = None,
    vjp: Any = None,
    jvp: Any = None,
    target: Target = None,
    compiler: Compiler = None,
    arch: str | Sequence[str] | None = None,
) -> CudaSource:
    """See cudapy.cuda_source."""
    text = _Text(source, include_paths, flags, libraries, library_paths, types, target, compiler, arch)
    text.vjp, text.jvp = _rules(text, vjp, "vjp"), _rules(text, jvp, "jvp")
    return CudaSource(text)


class _Text:
    """A text, what it is compiled with, and what was compiled of it."""

    text: str
    path: str
    line: int
    folder: str
    include_paths: list[str]
    flags: list[str]
    libraries: list[str]
    library_paths: list[str]
    types: tuple[tuple[str, Any], ...]
    vjp: tuple[tuple[str, str], ...]  # functions, and those that are the rules of their derivatives
    jvp: tuple[tuple[str, str], ...]
    architectures: str
    are_separate: bool  # kernels: together, one of them kept the others from being compiled

    def __init__(
        self,
        source: Any,
        include_paths: Any,
        flags: Any,
        libraries: Any,
        library_paths: Any,
        types: Any,
        target: Target,
        compiler: Compiler,
        arch: str | Sequence[str] | None,
    ) -> None:
        self.text, self.path, self.line, self.folder = _read(source)
        # A change of a file that is included from there must be noticed, however the folder is given.
        in_flags, self.flags = folders_and_flags(_flags(flags))
        self.include_paths = [
            os.path.abspath(path) for path in (*in_flags, *_strings(include_paths, "include_paths"))
        ]
        self.libraries = [
            os.path.abspath(name) if os.sep in name else name for name in _strings(libraries, "libraries")
        ]
        self.library_paths = [os.path.abspath(path) for path in _strings(library_paths, "library_paths")]
        if types is not None and not isinstance(types, dict):
            raise TypeError(
                "cuda_source: types must be a dict of types by their names in C++, got "
                f"{type(types).__name__}"
            )
        self.types = tuple((types or {}).items())
        for name, _ in self.types:
            if not isinstance(name, str) or not _NAME.fullmatch(name):
                raise TypeError(f"cuda_source: types: {name!r} is no name of a type in C++")
        self.target = target
        if compiler not in (None, "nvcc", "nvrtc"):
            raise ValueError(f'cuda_source: compiler must be "nvcc", "nvrtc" or None, got {compiler!r}')
        self.compiler = compiler
        self.architectures = _core.architectures(arch)
        self.functions: list[FoundFunction] = _core.read_cuda(self.text)
        inline = {
            name
            for names in re.findall(r"\binline\s+namespace\s+(\w+)|::\s*inline\s+(\w+)", self.text)
            for name in names
        }
        for number, function in enumerate(self.functions):
            function["number"] = number
            function["qualified"] = "::".join((*function["scope"], function["name"]))
            # C++ also finds names of an inline namespace in the one around it.
            function["outer_scope"] = tuple(name for name in function["scope"] if name not in inline)
        self.compiled: dict[str, Kernel | str] = {}  # a kernel, or why there is none
        self.are_separate = False
        self.device: Any = None

    def place(self, function: FoundFunction) -> str:
        return f"{self.path}:{self.line + function['line'] - 1}"

    def named(self, qualified: str) -> list[FoundFunction]:
        found = [function for function in self.functions if function["qualified"] == qualified]
        return found or [
            function
            for function in self.functions
            if "::".join((*function["outer_scope"], function["name"])) == qualified
        ]

    def kernels_named(self, qualified: str) -> list[FoundFunction]:
        return [function for function in self.named(qualified) if function["is_kernel"]]

    def whole(self) -> list[FoundFunction]:
        """The kernels that are compiled together: those that are surely there, once, and no templates."""
        plain = [
            function
            for function in self.functions
            if not function["is_template"] and not function["is_conditional"]
        ]
        return [
            function
            for function in plain
            if self.why_not(function) == "" and len(self.kernels_named(function["qualified"])) == 1
        ]

    def why_not(self, function: FoundFunction) -> str:
        """Returns why a kernel cannot be compiled only by its name."""
        if not function["is_kernel"]:
            return "it is no kernel"
        same = self.kernels_named(function["qualified"])
        if len(same) > 1 and not self.are_alternatives(same):
            return (
                f"there are {len(same)} kernels of that name (in lines "
                f"{', '.join(str(self.line + each['line'] - 1) for each in same)}): give them "
                "names of their own"
            )
        if function["problem"]:
            return f"`{function['text']}`: {function['problem']}"
        return "" if function["is_defined"] else "it is declared here, and not defined"

    def kernel(self, function: FoundFunction) -> Kernel:
        """A kernel that is no template."""
        name = function["qualified"]
        if reason := self.why_not(function):
            raise TypeError(f"{name} in {self.place(function)}: {reason}")
        same = self.kernels_named(name)
        if name not in self.compiled and len(same) > 1:
            self.choose(name, same)
        if name not in self.compiled:
            wanted = [] if self.are_separate else self.whole()
            # The function that was asked for comes first, because messages name the compilation after it.
            others = [each for each in wanted if each is not function] if function in wanted else []
            try:
                self.compile_by_name([function, *others])
            except _core.Error as error:
                # The text may be right, and the name of another kernel may mean several functions.
                if not others or not re.search(r"^cudapy\(\d+\): error", str(error), re.MULTILINE):
                    raise
                self.are_separate = True
                self.compile_by_name([function])
        return self.found(name)

    def are_alternatives(self, kernels: list[FoundFunction]) -> bool:
        """Returns whether conditions may leave one of these kernels of one name."""
        return sum(not each["is_conditional"] for each in kernels) <= 1 and not any(
            each["is_template"] for each in kernels
        )

    def choose(self, name: str, kernels: list[FoundFunction]) -> None:
        """Compiles that one of the kernels which conditions leave: the one with the types that the compiler
        has for the name."""
        found: list[Kernel | str] = []
        failures: list[Exception] = []
        for each in kernels:
            try:
                self.compile_by_name([each])
                found.append(self.compiled.pop(name))
            except (_core.Error, TypeError) as error:
                failures.append(error)
        fitting = [kernel for kernel in found if not isinstance(kernel, str)]
        if len(fitting) > 1:
            lines = ", ".join(str(self.line + each["line"] - 1) for each in kernels)
            raise TypeError(
                f"{name} in {self.place(kernels[0])}: there are {len(fitting)} kernels of that name (among "
                f"lines {lines}), which conditions do not leave out: give them names of their own"
            )
        if not found:
            raise failures[0]
        self.compiled[name] = (fitting or found)[0]

    def compile_by_name(self, functions: list[FoundFunction]) -> None:
        try:
            self.compile([(each["number"], each["qualified"], each["qualified"], ()) for each in functions])
        except _core.Error as error:
            # The compiler's error is about our line after the text, which takes the kernel's address.
            if len(functions) > 1 or not re.search(
                r"^cudapy\(\d+\): error: cannot deduce \"auto\"", str(error), re.MULTILINE
            ):
                raise
            raise TypeError(
                f"{functions[0]['qualified']} in {self.place(functions[0])}: its name means several "
                "functions to the compiler: give it a name of its own"
            ) from error

    def instance(self, function: FoundFunction, name: str, expression: str, choices: Choices) -> Kernel:
        if reason := self.why_not(function):
            raise TypeError(f"{function['qualified']} in {self.place(function)}: {reason}")
        if name not in self.compiled:
            self.compile([(function["number"], name, expression, choices)])
        return self.found(name)

    def why_absent(self, name: str) -> str:
        """What is known of a function that was not found where functions are looked for: in the text as it
        is."""
        name = name.rsplit("::", 1)[-1]
        for include in re.findall(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]', self.text, re.MULTILINE):
            for folder in self.all_include_paths():
                try:
                    with open(
                        path := os.path.join(folder, include), encoding="utf-8", errors="replace"
                    ) as file:
                        included = file.read()
                except OSError:
                    continue
                if any(function["name"] == name for function in _core.read_cuda(included)):
                    return (
                        f": it is in {path}, which is included: functions are looked for only in the text, "
                        "so give cuda_source that file"
                    )
        # If a macro makes a kernel, the name, or a part of it, is where the macro is used.
        macros = re.findall(
            r"^[ \t]*#[ \t]*define[ \t]+(\w+)\((?:[^\n]*\\\n)*[^\n]*__(?:global|device)__",
            self.text,
            re.MULTILINE,
        )
        if macros:
            return (
                f": what a macro with parameters makes ({', '.join(dict.fromkeys(macros))}) is not looked "
                "for: write it out, or as a template"
            )
        return ""

    def device_source(self) -> Any:
        """The text as kernels that call functions of it take it: one object, since it comes into their files
        once."""
        if self.device is None:
            self.device = _core.device_source(
                self.text,
                self.path,
                self.line,
                self.folder,
                self.types,
                self.all_include_paths(),
                self.flags,
                self.libraries,
                self.library_paths,
                self.vjp,
                self.jvp,
            )
        return self.device

    def all_include_paths(self) -> list[str]:
        return [*([self.folder] if self.folder else ()), *self.include_paths]

    def found(self, name: str) -> Kernel:
        kernel = self.compiled[name]
        if isinstance(kernel, str):
            raise TypeError(kernel)
        return kernel

    def compile(self, wanted: list[tuple[int, str, str, Choices]]) -> None:
        self.compiled.update(
            _core.compile_cuda(
                self.text,
                self.path,
                self.line,
                self.folder,
                wanted,
                self.types,
                self.all_include_paths(),
                self.flags,
                self.libraries,
                self.library_paths,
                self.target,
                self.compiler or "",
                site_packages(),
                self.architectures,
            )
        )


def _rules(text: _Text, rules: Any, keyword: str) -> tuple[tuple[str, str], ...]:
    """Checks what `vjp=` or `jvp=` was given: names of __device__ functions of the text."""
    if rules is None:
        return ()
    is_dict = isinstance(rules, dict)
    if not is_dict or not all(isinstance(name, str) for pair in rules.items() for name in pair):
        raise TypeError(
            f'cuda_source: {keyword} must be a dict of names by names, as {{"f": "f_{keyword}"}}, '
            f"got {rules!r}"
        )
    device = sorted({each["qualified"] for each in text.functions if not each["is_kernel"]})
    for name in (name for pair in rules.items() for name in pair):
        if name not in device:
            raise ValueError(
                f"cuda_source: {keyword}: {text.path} has no __device__ function "
                f"{name}{_did_you_mean(name, device) or text.why_absent(name)}"
            )
    return tuple(rules.items())


def _read(source: Any) -> tuple[str, str, int, str]:
    """The text, the file and line that messages name, and the folder that its includes are looked for in."""
    if isinstance(source, os.PathLike) or (
        isinstance(source, str) and source.endswith((".cu", ".cuh")) and "\n" not in source
    ):
        path = os.path.abspath(source)
        with open(path, "rb") as file:
            content = file.read()
        try:
            text = content.decode("utf-8-sig")  # some editors begin a file with a mark of its encoding
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise ValueError(
                f"cuda_source: {path}:{line} is not UTF-8 (byte {content[error.start]:#x}): "
                "save the file as UTF-8, "
                'or give its text, path.read_text("latin-1")'
            ) from None
        return text.replace("\r\n", "\n"), path, 1, os.path.dirname(path)
    if not isinstance(source, str):
        raise TypeError(
            "cuda_source: expected CUDA C++ as a text, or the path of a .cu file, got "
            f"{type(source).__name__} {source!r}"
        )
    return (source.removeprefix("\ufeff"), *_literal_place(source), "")


def _literal_place(text: str) -> tuple[str, int]:
    """Where a text is in the Python file that gives it."""
    import linecache

    frame = sys._getframe(1)
    here = frame.f_globals["__name__"]
    while frame.f_back and frame.f_globals.get("__name__") in (here, "cudapy._api"):
        frame = frame.f_back
    path = frame.f_code.co_filename
    lines = "".join(linecache.getlines(path, frame.f_globals))
    if "\n" in text and lines.count(text) == 1:
        return path, lines[: lines.index(text)].count("\n") + 1
    return f"<cuda_source of {path}:{frame.f_lineno}>", 1


def _strings(values: Any, name: str) -> list[str]:
    if isinstance(values, (str, os.PathLike)):
        values = (values,)
    try:
        return [os.fspath(value) for value in values]
    except TypeError:
        raise TypeError(f"cuda_source: {name} must be a list of strings, got {values!r}") from None


def _flags(value: Any) -> list[str]:
    flags = _strings(value, "flags")
    for flag in flags:
        word = flag.lstrip("-")
        if not flag.startswith("-"):
            raise ValueError(
                f"cuda_source: flags: {flag!r} is no flag: write one item for each, such as '-DN=4'"
            )
        if word.startswith(("arch", "gencode", "code=", "gpu-architecture", "gpu-code", "generate-code")):
            raise ValueError(
                f"cuda_source: flags: {flag} is not for you to say: the kernels are compiled for the GPU "
                "that they run on, or for what arch= says"
            )
        standard = re.fullmatch(r"std=(?:c|gnu)\+\+(\d+)", word)
        if standard and standard[1] in ("98", "03", "11", "14"):
            raise ValueError(f"cuda_source: flags: {flag} is too old: kernels are found by what C++17 has")
    return flags


class _Names:
    """What a text, or a namespace of it, has: kernels, templates, device functions and namespaces by name."""

    def __init__(self, text: _Text, scope: tuple[str, ...] = ()) -> None:
        self._text = text
        self._scope = scope

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        qualified = "::".join((*self._scope, name))
        functions = self._text.named(qualified)
        if functions:
            return _entity(self._text, functions)
        scope = (*self._scope, name)
        if any(
            scope in (tuple(function["scope"][: len(scope)]), function["outer_scope"][: len(scope)])
            for function in self._text.functions
        ):
            return CudaNamespace(self._text, scope)
        raise AttributeError(self._absence(name))

    def _absence(self, name: str) -> str:
        qualified = "::".join((*self._scope, name))
        return (
            f"{self._text.path} has no __global__ or __device__ function "
            f"{qualified}{_did_you_mean(name, dir(self)) or self._text.why_absent(name)}"
        )

    def _why_not(self, name: str) -> str:
        """Why a kernel that is written in Python can neither call what the name means nor find something in
        it; empty if it can."""
        functions = self._text.named("::".join((*self._scope, name)))
        if functions and all(function["is_kernel"] for function in functions):
            return (
                f"{functions[0]['qualified']} in {self._text.place(functions[0])} is a kernel, which is "
                "launched from outside kernels"
            )
        return (
            "" if functions or isinstance(getattr(self, name, None), CudaNamespace) else self._absence(name)
        )

    def _peek(self, name: str, default: Any) -> Any:
        """What a kernel that is written in Python means by the name; kernels of the text stay as they are."""
        functions = self._text.named("::".join((*self._scope, name)))
        if not functions:
            return getattr(self, name, default)
        callable = [function for function in functions if not function["is_kernel"]]
        return CudaFunction(self._text, callable) if callable else CudaTemplate(self._text, functions[0])

    def __dir__(self) -> list[str]:
        depth = len(self._scope)
        return sorted(
            {
                (*function["scope"], function["name"])[depth]
                for function in self._text.functions
                if tuple(function["scope"][:depth]) == self._scope
            }
        )

    def _all(self) -> list[FoundFunction]:
        return [
            function
            for function in self._text.functions
            if tuple(function["scope"][: len(self._scope)]) == self._scope
        ]


class CudaSource(_Names):
    """CUDA C++ as cudapy.cuda_source() read it. Its functions are attributes, and so are its namespaces;
    `module["ns::scale<float>"]` is a kernel by what C++ calls it.

    >>> source = cp.cuda_source(
    ...     "namespace ns { __global__ void fill(int* A); } __device__ int one() { return 1; }"
    ... )
    >>> isinstance(source, cp.CudaSource), dir(source)
    (True, ['ns', 'one'])
    """

    def __getitem__(self, expression: str) -> Kernel:
        if not isinstance(expression, str):
            raise TypeError(
                'a CudaSource is asked for a kernel by its name in C++, such as "scale<float>", got '
                f"{type(expression).__name__} {expression!r}"
            )
        name = expression.split("<", 1)[0].strip().removeprefix("::")
        functions = [function for function in self._text.named(name) if function["is_kernel"]]
        if not functions:
            raise KeyError(
                f"{self._text.path} has no __global__ function {name}{self._text.why_absent(name)}"
            )
        if not functions[0]["is_template"]:
            return self._text.kernel(functions[0])
        return self._text.instance(functions[0], expression, expression, ())

    def __repr__(self) -> str:
        return "\n".join(
            [f"<CUDA C++ of {self._text.path}>", *(f"  {function['text']}" for function in self._all())]
        )


class CudaNamespace(_Names):
    """A namespace of CUDA C++ that cudapy.cuda_source() read."""

    def __repr__(self) -> str:
        return "\n".join(
            [
                f"<namespace {'::'.join(self._scope)} of {self._text.path}>",
                *(f"  {function['text']}" for function in self._all()),
            ]
        )


def _entity(text: _Text, functions: list[FoundFunction]) -> CudaFunction | CudaTemplate | Kernel:
    kernels = [function for function in functions if function["is_kernel"]]
    if not kernels:
        return CudaFunction(text, functions)
    return CudaTemplate(text, kernels[0]) if kernels[0]["is_template"] else text.kernel(kernels[0])


class CudaTemplate:
    """A kernel template of CUDA C++: `template[cp.float32, 4]` is the kernel for these arguments, and
    `template(n)(…)` the one for the types of the arguments of a launch."""

    def __init__(self, text: _Text, function: FoundFunction) -> None:
        self._text = text
        self._function = function
        self.__name__ = function["name"]

    def __getitem__(self, arguments: Any) -> Kernel:
        arguments = arguments if isinstance(arguments, tuple) else (arguments,)
        parameters = self._function["template_parameters"]
        name = self._function["qualified"]
        least = sum(not (has_default or is_pack) for _, _, _, has_default, is_pack in parameters)
        is_open = any(is_pack for *_, is_pack in parameters)
        if len(arguments) < least or (len(arguments) > len(parameters) and not is_open):
            listed = ", ".join(text for _, text, *_ in parameters)
            raise TypeError(
                f"{name}: expected {len(parameters)} template argument{'s' * (len(parameters) != 1)} "
                f"(<{listed}>), got {len(arguments)}"
            )
        words, choices = [], []
        for i, argument in enumerate(arguments):
            parameter, text, is_type, *_ = parameters[min(i, len(parameters) - 1)]
            word, kind = _template_argument(argument, is_type, f"{name}: template argument {i + 1} ({text})")
            words.append(word)
            if kind is not None and is_type and i < len(parameters) and parameter:
                choices.append((parameter, kind))
        expression = f"{name}<{', '.join(words)}>"
        return self._text.instance(self._function, expression, expression, tuple(choices))

    def __call__(self, *threads: SupportsIndex | dim3 | tuple[int, ...] | list[int], **options: Any) -> Any:
        return _core.WatchedCall(_DeducedLaunch(self, threads, options))

    def explain(self, *threads: Any, **options: Any) -> NoReturn:
        raise TypeError(
            f"{self._function['qualified']}: this kernel is a template: what a launch needs is known only of "
            f"its instances: choose one, {self.__name__}[...].explain(n)"
        )

    def __repr__(self) -> str:
        return f"<kernel template {self._function['text']} in {self._text.place(self._function)}>"


def _template_argument(argument: Any, is_type: int, where: str) -> tuple[str, Any]:
    """Returns how C++ writes an argument, and the type that it is."""
    if isinstance(argument, str):
        return argument, None
    if is_type:
        try:
            kind = _core.cuda_type(argument)
        except TypeError:
            raise TypeError(
                f"{where} must be a type, such as cp.float32, or its name in C++, got "
                f"{type(argument).__name__} {argument!r}"
            ) from None
        if not kind:
            raise TypeError(
                f"{where}: C++ has several types for {getattr(argument, 'name', argument)}: write the one "
                'that is meant, such as "cuFloatComplex"'
            )
        return kind, argument
    if isinstance(argument, bool):
        return str(argument).lower(), None
    if isinstance(argument, int) or hasattr(argument, "__index__"):
        return str(argument.__index__()), None
    raise TypeError(
        f"{where} must be an integer, a bool, or C++ as a text, got {type(argument).__name__} {argument!r}"
    )


class _DeducedLaunch:
    """A launch of a template whose types its arguments say."""

    def __init__(self, template: CudaTemplate, threads: tuple[Any, ...], options: dict[str, Any]) -> None:
        self._template = template
        self._threads = threads
        self._options = options

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        template = self._template
        function = template._function
        name = function["qualified"]
        given = dict(zip((parameter for parameter, _, _ in function["parameters"]), arguments))
        given.update(named)
        chosen = []
        for parameter, text, is_type, has_default, is_pack in function["template_parameters"]:
            kind = _deduce(parameter, function["parameters"], given) if is_type and not is_pack else None
            if kind is None:
                if has_default:
                    break
                raise TypeError(
                    f"{name}: the arguments do not say what <{text}> is: choose it, "
                    f"{function['name']}[...](n)(...)"
                )
            chosen.append(kind)
        return template[tuple(chosen)](*self._threads, **self._options)(*arguments, **named)

    @property
    def _beginning(self) -> str:
        """Returns how programs write the launch, up to its arguments: `scale(8)`."""
        return f"{self._template.__name__}({', '.join(map(str, self._threads))})"

    def explain(self) -> NoReturn:
        self._template.explain()


def _deduce(name: str, parameters: list[tuple[str, str, tuple[str, ...]]], arguments: dict[str, Any]) -> Any:
    """The type that a type parameter stands for: of the elements of an array that is given for `T*`, else of
    a number with a type."""
    from_numbers = None
    for parameter, _, words in parameters:
        plain = [word for word in words if word not in ("const", "__restrict__", "__restrict")]
        value = arguments.get(parameter)
        if value is None or plain not in ([name, "*"], [name]):
            continue
        if len(plain) == 2:
            return _core.elemType(value)
        from_numbers = (
            from_numbers
            or getattr(value, "dtype", None)
            or (type(value) if hasattr(type(value), "__cudapy_vector__") else None)
        )
    return from_numbers


class CudaFunction:
    """A __device__ function of CUDA C++, which kernels that are written in Python call."""

    def __init__(self, text: _Text, functions: list[FoundFunction]) -> None:
        self._text = text
        self._functions = functions
        self.__name__ = functions[0]["name"]

    def _answer(self) -> DeviceFunction:
        """Returns what cudapy._compile.resolve says of it."""
        return DeviceFunction(self._functions[0]["qualified"], self._text.device_source())

    def __call__(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(f"{self.__name__} is a __device__ function of CUDA C++, which only kernels can call")

    def __repr__(self) -> str:
        return "\n".join(
            f"<device function {function['text']} in {self._text.place(function)}>"
            for function in self._functions
        )


def _did_you_mean(name: str, names: Iterable[str]) -> str:
    import difflib

    near = difflib.get_close_matches(name, names, 1)
    return f": did you mean {near[0]}?" if near else ""
