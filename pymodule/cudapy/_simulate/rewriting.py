"""A function's own tree, compiled again under the name of its file and with its lines, so that debuggers and
tracebacks show it.

Where threads wait for each other a function becomes a generator: what a call gives is looked at, and what
says that the thread waits is handed outwards (`yield from`), to whoever runs the block. So all threads of a
block are in one thread of Python. A `return` of the kernel gives RETURNED, for a thread that has returned is
not waited for at barriers.

A function whose accesses are recorded tells where it is, too: each loop says when it is entered, begins an
iteration and is left, and each condition what came of it.

What the translator's checker gave one type for several values is given that here: variables where they are
assigned, and choices. A call says which instance it is of, and a lambda has a body for each of its own.
"""

from __future__ import annotations

import ast
import copy
import functools
import itertools
import linecache
import types
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from .._compile.sources import _comes_from
from .._core import deeply
from .array import zipped
from .structs import whole

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .checked import Lambda, Types
    from .number import Value
    from .recording import Recorder

Place: TypeAlias = tuple[int, int, int | None, int | None]  # line, column, end line, end column
Steps: TypeAlias = Generator[Any, Any, Any]  # of a call: it yields what its thread waits for
Definition: TypeAlias = ast.FunctionDef | ast.Lambda
Loop: TypeAlias = ast.While | ast.For
TypesOfLambdas: TypeAlias = "Callable[[Place], dict[int, Types]]"
Node = TypeVar("Node", bound=ast.AST)

RETURNED = object()  # what a kernel that has come to `return` gives
LOOK = object()  # what a thread yields in each iteration of a loop that waits for another thread

_PASS_ON, _LAMBDA, _ENDED = "@pass_on", "@lambda", "@ended"  # no names that a kernel can have
_AS = "@as "  # with a type's name: converts to it
_INSTANCE, _INSTANCES = "@instance", "@instances"
_ENTER, _ITERATE, _LEAVE, _DECIDE, _DECIDED = "@enter", "@iterate", "@leave", "@decide", "@decided"
_LOOK, _BEGIN = "@look", "@begin"
_WHOLE, _ZIPPED, _RECORDED = "@whole", "@zipped", "@recorded"


def _compares_texts(node: ast.expr) -> bool:
    """Returns whether an expression is made only of comparisons of texts: `mode == "fast"`, `not how in
    ("a", "b")`."""
    if isinstance(node, ast.BoolOp):
        return all(map(_compares_texts, node.values))
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not) and _compares_texts(node.operand)
    if not isinstance(node, ast.Compare):
        return False
    parts = [
        part
        for each in (node.left, *node.comparators)
        for part in (each.elts if isinstance(each, ast.Tuple) else [each])
    ]
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in parts)


class PendingCall:
    """The result of a call that is not done: a generator, whose value is the value of the call."""

    __slots__ = ("generator",)

    def __init__(self, generator: Steps) -> None:
        self.generator = generator


class Callee:
    """A function that may have several instances. A call in a rewritten function names its own one."""

    def instance(self, number: int) -> Callable[..., Value]:
        raise NotImplementedError


def _instance(callee: Any, number: int) -> Any:
    return callee.instance(number) if isinstance(callee, Callee) else callee


def _done(value: Value) -> Steps:
    """A generator that has come to its end with a value: what `yield from` makes the value again."""
    return value
    yield


def _pass_on(value: Value) -> Steps:
    return value.generator if type(value) is PendingCall else _done(value)


def _waiting_lambda(generator_function: Callable[..., Steps]) -> Callable[..., PendingCall]:
    return lambda *arguments, **keywords: PendingCall(generator_function(*arguments, **keywords))


def _recorded(function: Callable[..., Value], recorder: Recorder) -> Callable[..., Value]:
    """A lambda whose calls are on the paths of what it does."""

    def call(*arguments: Value, **keywords: Value) -> Value:
        site = recorder.called()
        depth = recorder.enter_call(site)
        try:
            value = function(*arguments, **keywords)
        finally:
            recorder.leave_call(depth)
        return PendingCall(waiting(site, value.generator)) if type(value) is PendingCall else value

    def waiting(site: int, generator: Steps) -> Steps:
        depth = recorder.enter_call(site)
        try:
            return (yield from generator)
        finally:
            recorder.leave_call(depth)

    return call


def rewritten(
    function: types.FunctionType,
    globals: dict[str, Any],
    closure: Sequence[types.CellType],
    is_plain: Callable[[str], bool],
    *,
    waits: bool,
    is_kernel: bool,
    recorder: Recorder | None,
    checked: Types | None = None,
    lambdas: TypesOfLambdas | None = None,
    instances: Callable[..., Lambda] | None = None,
    begins_to_wait: Callable[[], None] | None = None,
) -> types.FunctionType:
    """The function with other globals and another closure. `is_plain(name)` says that what a global name
    calls does not wait. `checked` is what the checker says (`checked.Types`); `lambdas(place)` gives the same
    of each instance of a lambda, by number, and `instances(names, functions)` makes one callee of them.
    `begins_to_wait()` is called before a loop that waits for another thread."""
    code = function.__code__
    node = copy.deepcopy(_node_of(code, function.__globals__))
    own = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    change = _Change(
        lambda name: name not in own and is_plain(name),
        waits,
        is_kernel,
        recorder,
        code.co_filename,
        checked,
        lambdas,
    )
    node = change.of(node)
    factory = ast.parse("def factory(): pass")
    outer = factory.body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.args.args = [ast.arg(name) for name in code.co_freevars]
    if isinstance(node, ast.Lambda):
        outer.body = [ast.Return(node)]
    else:
        outer.body = [node, ast.Return(ast.Name(node.name, ast.Load()))]
        if node.name not in code.co_freevars:  # where it calls itself, by its module's name
            outer.body.insert(0, ast.Global([node.name]))
    ast.copy_location(outer, node)
    ast.fix_missing_locations(factory)
    compiled = deeply(lambda: compile(factory, code.co_filename, "exec", dont_inherit=True))
    inner = _inner(compiled, code.co_name)
    globals |= {_PASS_ON: _pass_on, _LAMBDA: _waiting_lambda, _ENDED: RETURNED}
    globals |= {_INSTANCE: _instance, _INSTANCES: instances, _LOOK: LOOK, _BEGIN: begins_to_wait}
    globals |= {_AS + name: converter for name, converter in change.converters.items()}
    if recorder:
        globals |= {
            _ENTER: recorder.enter,
            _ITERATE: recorder.iterate,
            _LEAVE: recorder.leave,
            _DECIDE: recorder.decide,
            _DECIDED: recorder.decided,
            _WHOLE: whole,
            _ZIPPED: zipped,
            _RECORDED: lambda function: _recorded(function, recorder),
        }
    cells = dict(zip(code.co_freevars, closure or ()))
    made = types.FunctionType(
        inner, globals, function.__name__, None, tuple(cells[name] for name in inner.co_freevars)
    )
    made.__qualname__ = function.__qualname__
    return made


def _inner(compiled: types.CodeType, name: str) -> types.CodeType:
    """The code of the function that the factory makes."""
    factory = next(each for each in compiled.co_consts if isinstance(each, types.CodeType))
    return next(
        each for each in factory.co_consts if isinstance(each, types.CodeType) and each.co_name == name
    )


@functools.lru_cache(16)
def _tree_of(text: str) -> ast.Module:
    tree: ast.Module = deeply(lambda: ast.parse(text))
    return tree


def _node_of(code: types.CodeType, globals: dict[str, Any]) -> Definition:
    """The definition, or the lambda, that code was compiled from."""
    text = "".join(linecache.getlines(code.co_filename, globals))
    for node in ast.walk(_tree_of(text)):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    lambdas = [
        node
        for node in ast.walk(_tree_of(text))
        if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno
    ]
    for node in reversed(lambdas):  # the inner ones come later
        if _comes_from(code, node.body):
            return node
    raise OSError(f"{code.co_filename}:{code.co_firstlineno}: the source of {code.co_name} cannot be read")


class _Change(ast.NodeTransformer):
    def __init__(
        self,
        is_plain: Callable[[str], bool],
        waits: bool,
        is_kernel: bool,
        recorder: Recorder | None,
        file: str,
        types: Types | None,
        lambdas: TypesOfLambdas | None,
    ) -> None:
        self._is_plain, self._waits, self._is_kernel = is_plain, waits, is_kernel
        self._recorder, self._file = recorder, file
        self._types, self._lambdas = types, lambdas
        self.converters = dict(types.converters) if types else {}
        self._is_in_waiting = False

    def of(self, node: Definition) -> Definition:
        """The definition itself; what it has besides its body was evaluated when Python made the function."""
        node.args.defaults, node.args.kw_defaults = [], [None] * len(node.args.kwonlyargs)
        for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            argument.annotation = None
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
            if self._waits and not _has_yield(node):  # a generator all the same
                node.body = _located(self._passed_on(node.body), node.body)
            return node
        node.decorator_list, node.returns = [], None
        node.body = [made for statement in node.body for made in _listed(self.visit(statement))]
        if self._waits:
            never = ast.parse("if False:\n    yield").body[0]
            for each in ast.walk(never):
                ast.copy_location(each, node.body[-1])
            node.body.append(never)
        return node

    def _passed_on(self, value: ast.expr) -> ast.YieldFrom:
        return ast.YieldFrom(_call(_PASS_ON, value))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        number = self._types.calls.get(place_of(node)) if self._types else None
        self.generic_visit(node)
        function = node.func
        if self._recorder and isinstance(function, ast.Attribute) and function.attr == "copy":
            ast.copy_location(node, function.value)  # where a struct is read
        while isinstance(function, ast.Attribute):
            function = function.value
        if number is not None:
            node.func = _located(_call(_INSTANCE, node.func, ast.Constant(number)), node.func)
        if not self._waits or (isinstance(function, ast.Name) and self._is_plain(function.id)):
            return node
        return _located(self._passed_on(node), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        instances = self._lambdas(place_of(node)) if self._lambdas else {}
        if not instances:
            return self._lambda(node)
        outside, made = self._types, ast.Dict([], [])
        for number, known in instances.items():
            self._types = known
            self.converters |= known.converters
            made.keys.append(ast.Constant(number))
            made.values.append(self._lambda(copy.deepcopy(node)))
        self._types = outside
        names = ast.Tuple([ast.Constant(each.arg) for each in node.args.args], ast.Load())
        return _located(_call(_INSTANCES, names, made), node)

    def _lambda(self, node: ast.Lambda) -> ast.expr:
        node.body = self.visit(node.body)
        made = _located(_call(_LAMBDA, node), node) if _has_yield(node) else node
        return _located(_call(_RECORDED, made), node) if self._recorder else made

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node  # kernels have none: the translator has refused it

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return _located(ast.Pass(), node)
        made = _located(ast.Assign([node.target], node.value), node)
        return self.visit_Assign(made)

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Name):
            node.value = self._as(self._type_of(target.id), node.value)
            return node
        if self._recorder and len(node.targets) == 1 and isinstance(target, (ast.Subscript, ast.Attribute)):
            node.value = _located(_call(_WHOLE, node.value), node.value)
        return [node, *self._converted(node.targets, node)]

    def visit_AugAssign(self, node: ast.AugAssign) -> list[Any]:
        return [self.generic_visit(node), *self._converted([node.target], node)]

    def _type_of(self, variable: str) -> str | None:
        return self._types.variables.get(variable) if self._types else None

    def _as(self, type: str | None, value: ast.expr) -> ast.expr:
        return value if type is None else _located(_call(_AS + type, value), value)

    def _converted(self, targets: Iterable[ast.expr], at: ast.AST) -> Iterator[ast.stmt]:
        """Returns code that converts assigned variables to their types."""
        names = (
            each.id
            for target in targets
            for each in ast.walk(target)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        )
        for name in names:
            if type := self._type_of(name):
                value = _call(_AS + type, ast.Name(name, ast.Load()))
                yield _located(ast.Assign([ast.Name(name, ast.Store())], value), at)

    def visit_Return(self, node: ast.Return) -> Any:
        if node.value is None and self._is_kernel:
            node.value = _located(ast.Name(_ENDED, ast.Load()), node)
            return node
        return self.generic_visit(node)

    def _site(self, node: ast.expr) -> ast.Constant:
        assert self._recorder is not None
        return ast.Constant(self._recorder.decision_site(self._file, node))

    def _decision(self, node: ast.expr) -> ast.expr:
        """Returns the condition, which records what it decides. Comparisons of texts decide when a kernel is
        translated."""
        if _compares_texts(node):
            same: ast.expr = self.visit(node)
            return same
        known = (
            list(itertools.takewhile(_compares_texts, node.values)) if isinstance(node, ast.BoolOp) else []
        )
        if not known or not isinstance(node, ast.BoolOp):
            return _located(_call(_DECIDE, self._site(node), self.visit(node)), node)
        rest = node.values[len(known) :]
        late = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(node.op, rest), node)
        decided = _located(_call(_DECIDE, self._site(node), self.visit(late)), node)
        return _located(ast.BoolOp(node.op, [*map(self.visit, known), decided]), node)

    def visit_If(self, node: Any) -> Any:
        if not self._recorder:
            return self.generic_visit(node)
        test = self._decision(node.test)
        node.test = ast.Constant(None)  # what is in it has been visited
        self.generic_visit(node)
        node.test = test
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return self._chosen(place_of(node), self.visit_If(node))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        place = place_of(node.values[0])[:2] + place_of(node.values[-1])[2:]
        self.generic_visit(node)
        return self._chosen(place, node)

    def _chosen(self, place: Place, value: ast.expr) -> ast.expr:
        return self._as(self._types.choices.get(place) if self._types else None, value)

    def visit_While(self, node: ast.While) -> Any:
        return self._looking(node, self._visit_while)

    def visit_For(self, node: ast.For) -> Any:
        return self._looking(node, self._visit_for)

    def _looking(self, node: Loop, visit: Callable[[Any], Any]) -> Any:
        """Lets the thread give its turn up in each iteration of a loop that waits for another one."""
        known = self._types.waiting if self._types else None
        if not self._waits or (place_of(node)[:2] not in known if known is not None else node is None):
            return visit(node)
        if known is None and isinstance(node, ast.For):
            return visit(node)
        outer, self._is_in_waiting = self._is_in_waiting, True
        made = _listed(visit(node))
        self._is_in_waiting = outer
        look = ast.Expr(
            ast.Yield(ast.Tuple([ast.Name(_LOOK, ast.Load()), ast.Constant(node.lineno)], ast.Load()))
        )
        node.body.insert(0, _located(look, node.body[0]))
        return made if outer else [_located(ast.Expr(_call(_BEGIN)), node), *made]

    def _visit_while(self, node: ast.While) -> Any:
        if not self._recorder:
            return self.generic_visit(node)
        test = self._decision(node.test)
        site = self._site(node.test)
        node.test = ast.Constant(None)
        self._loop_body(node)
        node.test = test
        return self._entered(node, site)

    def _visit_for(self, node: ast.For) -> Any:
        converted = list(self._converted([node.target], node.body[0]))
        if not self._recorder:
            self.generic_visit(node)
            node.body[:0] = converted
            return node
        site = self._site(node.iter)
        iterable = self.visit(self._zipped(node.iter))
        node.iter = ast.Constant(None)
        self._loop_body(node)
        node.body[1:1] = converted
        node.iter = _located(_call(_DECIDED, copy.copy(site), iterable), iterable)
        return self._entered(node, site)

    def _zipped(self, node: ast.expr) -> ast.expr:
        """Returns the iterable of a loop, in which `zip` reads no array beyond the end of the shortest
        one."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            node.args = [self._zipped(each) for each in node.args]
            if node.func.id == "zip":
                node.args.insert(0, node.func)
                node.func = _located(ast.Name(_ZIPPED, ast.Load()), node.func)
        return node

    def _loop_body(self, node: Loop) -> None:
        self.generic_visit(node)
        node.body.insert(0, _located(ast.Expr(_call(_ITERATE)), node.body[0]))

    def _entered(self, loop: Loop, site: ast.Constant) -> list[ast.stmt]:
        return [_located(ast.Expr(_call(_ENTER, site)), loop), loop, _located(ast.Expr(_call(_LEAVE)), loop)]


def place_of(node: ast.expr | ast.stmt) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _listed(made: Any) -> list[Any]:
    return made if isinstance(made, list) else [made]


def _has_yield(node: ast.AST) -> bool:
    return any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in ast.walk(node))


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _located(made: Node, node: ast.AST) -> Node:
    """Gives a node, and the new nodes in it, the place of another one, and returns it."""
    ast.copy_location(made, node)
    for each in ast.iter_child_nodes(made):
        if not hasattr(each, "lineno") and isinstance(each, (ast.expr, ast.stmt)):
            _located(each, node)
    return made
