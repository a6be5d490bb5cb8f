"""Every public name has a docstring, which help() shows, and an example in one; the examples run as they
are."""

import ast
import doctest
import gc
import inspect
import re
import sys
from pathlib import Path

import pytest

import cudapy as cp
from cudapy._compile import names
from cudapy._simulate import blocks, built_ins

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import builtin_examples  # noqa: E402
import docstrings  # noqa: E402
import fake_cuda  # noqa: E402
import made_pages  # noqa: E402
import reference  # noqa: E402
from generated import module  # noqa: E402

PUBLIC = docstrings.public()
EXAMPLES = [
    pytest.param(each, id=each.name)
    for entry in PUBLIC.values()
    for each in (entry, *entry.members)
    if each.example
]


def shown(name):
    """The docstring that a program sees."""
    found = cp
    for part in name.split("."):
        found = inspect.getattr_static(found, part) if isinstance(found, type) else getattr(found, part)
    found = getattr(found, "__func__", found)
    return (inspect.getdoc(found) if isinstance(found, type) else inspect.cleandoc(found.__doc__ or "")) or ""


@pytest.mark.parametrize("entry", EXAMPLES)
def test_example(entry):
    """In a namespace with only cp and np."""
    numpy = pytest.importorskip("numpy")
    text = shown(entry.name)
    assert text == entry.doc
    test = doctest.DocTestParser().get_doctest(text, {"cp": cp, "np": numpy}, entry.name, None, 0)
    assert test.examples
    if "memory" in entry.name:
        gc.collect()  # what tests before left must not be freed meanwhile
    said = []
    doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF | doctest.ELLIPSIS).run(test, out=said.append)
    assert not said, "".join(said)


def test_every_name_is_in_the_reference():
    families = (
        {name for row in reference.TYPES for name in f"{row[0]} {row[1]}".split()}
        | set(reference.VECTORS)
        | reference.ALIASES
    )
    # A star import leaves these to Python and to the program.
    public = {*cp.__all__, "array", "build", "compile", "load", "random", "struct"}
    assert {name for name in reference.names() if "." not in name} | families == public - {"version"}
    assert {name for name in reference.names() if name.startswith("lib.")} == {
        f"lib.{name}" for name in cp.lib.__all__
    }


def test_every_entry_says_what_it_is_and_has_an_example():
    shown_elsewhere = reference.where_shown(PUBLIC)
    for name in reference.names():
        for each in (PUBLIC[name], *PUBLIC[name].members):
            if each.kind == "attribute" or each.name.split(".")[-1].startswith("_") and not each.doc:
                continue
            assert each.doc, f"{each.name} has no docstring"
            assert each.example or shown_elsewhere[each.name], f"no example has {each.name}"
            assert shown(each.name) == each.doc, f"{each.name}: what help() shows is not in the stub"


def test_stubs_have_what_the_classes_have():
    """The methods and properties that a class has are in its stub, and the other way round."""
    for name in reference.names():
        cls = getattr(cp, name, None)
        if (
            isinstance(cls, type)
            and name not in ("float4", "Array", "Device", "LaunchPlan", "Part", "Split", "Tried", "Tuning")
            and not issubclass(cls, Exception)
        ):
            own = {each for each in vars(cls) if not each.startswith("_")} - {
                "n_fields",
                "n_sequence_fields",
                "n_unnamed_fields",
            }
            assert own == {
                each.name.split(".")[1] for each in PUBLIC[name].members if "._" not in each.name
            }, name


def test_examples_of_built_in_functions():
    pytest.importorskip("numpy")
    examples = list(builtin_examples.EXAMPLES.items())
    results = [0.0] * (2 * len(examples))
    cp.compile(module(builtin_examples.kernel()).examples)(1)([3.0, 4.0], results)
    for number, (name, (call, shown)) in enumerate(examples):
        expected = ast.literal_eval(shown)
        expected = [float(value) for value in (expected if isinstance(expected, tuple) else (expected,))]
        assert results[2 * number :][: len(expected)] == pytest.approx(expected, rel=5e-5, abs=1e-12), (
            f"{name}: {call} is not {shown}"
        )


def test_every_built_in_function_has_an_example():
    try:
        page = made_pages.builtins()
    except made_pages.NoTranslator as error:
        pytest.skip(str(error))
    without = re.findall(r"^\| `(\w+)` \|.* \|  \|$", page, re.MULTILINE)
    assert without == ["assert", "enumerate", "print", "range", "zip"]  # of statements: language.md


def test_every_function_of_kernels_is_known_everywhere():
    """The translator, the module and a simulated launch know the same functions, and the tests by the oracle
    call each."""
    try:
        listed = made_pages.pycu2cu("--list-builtins")
    except made_pages.NoTranslator as error:
        pytest.skip(str(error))
    section = listed.split("\n## `cudapy`\n")[1].split("\n## ")[0]
    table = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    assert table == {name for name, value in vars(names).items() if isinstance(value, names.Cooperation)}
    assert table <= {*blocks.NAMES, *built_ins.BUILTINS, *built_ins.COORDINATES}
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_oracle_*.py")]
    assert table == {name for name in table if any(re.search(rf"\b{name}\(", text) for text in tests)}


ON_A_GPU = [
    "Device",
    "Device.use",
    "Device.synchronize",
    "devices",
    "cuda_available",
    "DeviceError",
    "Stream.from_pointer",
    "Stream.record",
    "Stream.wait",
    "Event",
    "Event.elapsed_time",
    "current_stream",
    "pinned",
    "memory_info",
    "set_memory_limit",
    "trim_memory",
    "CudaArray",
    "CudaArray.copy_from",
    "CudaArray.copy_to",
    "CudaArray.T",
    "CudaArray.astype",
    "CudaArray.free",
    "OutOfMemoryError",
]


def test_examples_on_a_gpu():
    """Those that do something else there, and run no kernel, against the fake driver, which has two GPUs."""
    pytest.importorskip("numpy")
    said = fake_cuda.run(
        f"""
import doctest, sys
sys.path.insert(0, {str(ROOT / "tests/python")!r})
import numpy as np
import test_reference
for name in {ON_A_GPU!r}:
    test = doctest.DocTestParser().get_doctest(test_reference.shown(name), {{"cp": cp, "np": np}}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0, name
print(cp.cuda_available(), len(cp.devices()))
""",  # noqa: E501
        FAKE_COUNT="2",
    )
    assert said == ["True 2"], "\n".join(said)
