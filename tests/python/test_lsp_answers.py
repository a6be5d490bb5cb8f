"""What the language server answers to an editor: hover, definitions, completion, lenses and quick fixes."""

import os
import re
from urllib.parse import urlsplit

import pytest

pytest.importorskip("pygls")

from cudapy import _core
from cudapy._lsp.built_ins import TYPES, built_ins
from lsp_client import Client, marked

TEXT = """\
import math as m
import cudapy as cp
from cudapy import idx
from helpers import twice
import helpers

SCALE = 2.5


@cp.struct
class Body:
    mass: cp.float32
    place: cp.float3


# half : float (float x)
def half(x):
    return x / 2


# move : void (Body* bodies, float[,] A, float k)
def move(bodies, A, k):
    i = idx
    b = bodies[i]
    row = A[i]
    v = half(b.mass) + m.sqrt(k) * SCALE
    𝒳 = row[i] * v + b.place.x
    A[i, 0] = twice(𝒳) + helpers.twice(v)


@cp.kernel
def fill(X, n):
    value = n * 2
    X[idx] = value
"""
HELPERS = "# twice : float (float x)\ndef twice(x):\n    return x * 2\n"


@pytest.fixture(scope="module")
def client():
    client = Client({"window": {"showDocument": {"support": True}}})
    yield client
    client.close()


@pytest.fixture(scope="module")
def uri(client, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lsp")
    (folder / "helpers.py").write_text(HELPERS)
    uri = f"file://{folder}/kernels.py"
    assert client.open(uri, TEXT) == []
    return uri


def place_of(code, number=0, inside=0):
    """The line of a piece of the text, and the characters in UTF-16 where it begins and ends."""
    at = [found.start() for found in re.finditer(re.escape(code), TEXT)][number] + inside
    line = TEXT.count("\n", 0, at)
    before = TEXT[:at].rsplit("\n", 1)[-1]
    return line, len(before.encode("utf-16-le")) // 2


def hovered(client, uri, code, number=0, inside=0):
    got = client.at("textDocument/hover", uri, *place_of(code, number, inside))
    return got and got["contents"]["value"]


def python(*lines):
    return "\n".join(["```python", *lines, "```"])


ASSUMED = "\n\nThis kernel takes any types. These are the types for arrays of `double`."
TYPED = {
    "a parameter": (("bodies,", 1), "bodies: Body*"),
    "a parameter of two dimensions": (("A, k):",), "A: float[,]"),
    "where a name is assigned": (("i = idx",), "i: int"),
    "a name for an element": (("b = ",), "b: Body"),
    "a part of an array": (("row = ",), "row: float*"),
    "where it is read": (("row[i]",), "row: float*"),
    "an element": (("row[i]", 0, 3), "row[i]: float"),
    "a field": (("b.mass", 0, 2), "b.mass: float"),
    "a field of a field": (("b.place.x", 0, 8), "b.place.x: float"),
    "the struct of a field": (("b.place.x", 0, 3), "b.place: float3"),
    "an operator": (("row[i] * v", 0, 7), "row[i] * v: float"),
    "a letter of two units": (("𝒳 = ",), "𝒳: float"),
    "the end of a name": (("𝒳 = ", 0, 1), "𝒳: float"),
    "the result of a call": (("half(b.mass)", 0, 11), "half(b.mass): float"),
}


@pytest.mark.parametrize("what", TYPED)
def test_hover_shows_types(client, uri, what):
    where, shown = TYPED[what]
    assert hovered(client, uri, *where) == python(shown)


def test_the_range_of_hover_counts_units_of_utf16(client, uri):
    line, character = place_of("* v + b.place", 0, 2)
    got = client.at("textDocument/hover", uri, line, character)
    start, end = {"line": line, "character": 18}, {"line": line, "character": 19}
    assert got == {
        "contents": {"kind": "markdown", "value": python("v: float")},
        "range": {"start": start, "end": end},
    }


def test_hover_shows_functions(client, uri):
    assert hovered(client, uri, "half(b") == python("float half(float x)")
    assert hovered(client, uri, "def half", 0, 4) == python("float half(float x)")
    assert hovered(client, uri, "twice(𝒳)") == python("float twice(float x)")
    assert hovered(client, uri, "helpers.twice(v)", 0, 8) == python("float twice(float x)")
    assert hovered(client, uri, "SCALE\n") == python("SCALE = 2.5")


def test_hover_shows_the_documentation_of_built_ins(client, uri):
    assert hovered(client, uri, "m.sqrt", 0, 2) == (
        python("R math.sqrt(R)") + "\n\nSquare root.\n\n`R` is the precision of the call: `double` if an "
        "argument is a `double` or an `int64`, else `float`."
    )
    shown = hovered(client, uri, "idx\n", 1)
    assert shown.startswith(python("cudapy.idx: int") + "\n\nThe thread's coordinate along x, from 0.")
    assert shown.endswith("\n[[[0, 1, 2]], [[100, 101, 102]]]\n```")


def test_hover_in_a_generic_kernel_says_what_is_assumed(client, uri):
    assert hovered(client, uri, "X[idx] = value") == python("X: double*") + ASSUMED
    assert hovered(client, uri, "value = n") == python("value: double") + ASSUMED


def test_hover_outside_of_kernels_is_pythons(client, uri):
    assert hovered(client, uri, "import cudapy", 0, 9) is None
    assert hovered(client, uri, "SCALE = ") is None
    assert hovered(client, uri, "# half", 0, 3) is None
    assert client.at("textDocument/hover", uri, 5, 0) is None
    assert client.at("textDocument/hover", uri, 1000, 1000) is None


def test_hover_over_a_diagnostic_shows_the_page_of_its_code(client, uri):
    other = uri.replace("kernels", "wrong")
    client.open(other, "# k : void (int* X)\ndef k(X):\n    X[idx] = 1.5\n    # E301 is another one\n")
    title, _, text = _core.explain_diagnostics(["E401"]).partition("\n")
    got = client.at("textDocument/hover", other, 2, 14)
    assert got["contents"]["value"] == f"**{title}**\n{text}".strip()
    got = client.at("textDocument/hover", other, 3, 8)
    assert got["contents"]["value"].startswith("**E301: unknown-name**\n\n")


def test_types_while_the_text_is_broken(client, uri):
    """Names have the types that they had before."""
    other = uri.replace("kernels", "broken")
    client.open(other, "# k : void (float* X)\ndef k(X):\n    y = X[idx]\n    X[0] = y\n")
    text, line, character = marked("# k : void (float* X)\ndef k(X):\n    y = X[idx\n    X[0] = ‸y\n")
    assert client.change(other, text, 2) != []
    got = client.at("textDocument/hover", other, line, character)
    assert got["contents"]["value"] == python("y: float")


DEFINED = {
    "a function that a kernel calls": (("half(b",), "def half", 4, 4),
    "a variable": (("i, 0]",), "i = idx", 0, 1),
    "a parameter": (("k) *",), "k):", 0, 1),
    "a letter of two units": (("𝒳)",), "𝒳 = ", 0, 2),
    "a struct in a signature": (("Body* bodies",), "class Body", 6, 4),
    "a field": (("b.mass", 0, 2), "mass:", 0, 4),
    "a constant": (("SCALE\n",), "SCALE =", 0, 5),
    "a module": (("m.sqrt",), "m\n", 0, 1),
}


@pytest.mark.parametrize("what", DEFINED)
def test_definitions(client, uri, what):
    where, code, inside, length = DEFINED[what]
    line, character = place_of(code, 0, inside)
    start, end = {"line": line, "character": character}, {"line": line, "character": character + length}
    got = client.at("textDocument/definition", uri, *place_of(*where))
    assert got == {"uri": uri, "range": {"start": start, "end": end}}


@pytest.mark.parametrize("where", [("twice(𝒳)",), ("helpers.twice(v)", 0, 8)], ids=["name", "member"])
def test_definitions_in_other_files(client, uri, where):
    start, end = {"line": 1, "character": 4}, {"line": 1, "character": 9}
    got = client.at("textDocument/definition", uri, *place_of(*where))
    assert got == {"uri": uri.replace("kernels", "helpers"), "range": {"start": start, "end": end}}


def test_definitions_outside_of_kernels_are_pythons(client, uri):
    assert client.at("textDocument/definition", uri, *place_of("cp.struct")) is None


def completed(client, uri, text):
    """The names that follow at the mark, with what is said of each."""
    text, line, character = marked(text)
    client.tell(
        "textDocument/didOpen",
        textDocument={"uri": uri, "languageId": "python", "version": 1, "text": text},
    )
    got = client.at("textDocument/completion", uri, line, character)
    return {each["label"]: each["detail"] for each in got}


HEAD = TEXT[: TEXT.index("# move")]
KERNEL = HEAD + "# k : void (Body* bodies, float[,] A)\ndef k(bodies, A):\n    b = bodies[idx]\n    n = 1\n"


def python_functions():
    return [path for path in built_ins() if "." not in path]


def test_completion_of_names(client, uri):
    got = completed(client, uri.replace("kernels", "names"), KERNEL + "    x = ‸\n")
    own = ["bodies", "A", "b", "n", "x", "half", "k", "Body", "SCALE", "m", "cp", "idx", "twice", "helpers"]
    assert set(own) - {"x"} <= set(got)
    assert (got["b"], got["A"], got["half"], got["Body"]) == ("Body", "float[,]", "helper", "struct")
    assert got["atomicAdd"] == "cudapy.atomicAdd(A, i, v)"
    known = [each.name for path, each in built_ins().items() if path.rpartition(".")[0] in ("", "cudapy")]
    types = {"int32", "float32", "float64", "float16", "bool_", *TYPES} - set(python_functions())
    assert set(got) - {"x"} == {*own, *(set(known) - types)} - {"x"}


def test_completion_of_members(client, uri):
    other = uri.replace("kernels", "members")
    assert completed(client, other, KERNEL + "    x = b.‸\n") == {"mass": "of Body", "place": "of Body"}
    assert completed(client, other, KERNEL + "    x = A.‸\n") == {
        "shape": "the extents",
        "size": "the number of elements",
        "ndim": "the number of dimensions",
    }
    assert completed(client, other, KERNEL + "    x = threadIdx.‸\n") == {"x": "int", "y": "int", "z": "int"}
    of_math = completed(client, other, KERNEL + "    x = m.‸\n")
    assert of_math["sqrt"] == "R math.sqrt(R)"
    assert set(of_math) == {path[5:] for path in built_ins() if path.startswith("math.")}
    assert completed(client, other, KERNEL + "    x = n.‸\n") == {}


def test_completion_of_types(client, uri):
    other = uri.replace("kernels", "types")
    types = {"Body": "a struct", **TYPES}
    assert completed(client, other, KERNEL + "# f : void (‸)\n") == types
    assert completed(client, other, KERNEL + "# f : void (float* X, do‸)\n") == types
    assert completed(client, other, KERNEL + '@cp.kernel("void (‸)")\n') == types
    of_cudapy = completed(client, other, KERNEL + "@cp.kernel\ndef f(X: cp.‸):\n    pass\n")
    assert of_cudapy["float32"] == "cudapy.float32"


def test_completion_elsewhere_is_pythons(client, uri):
    other = uri.replace("kernels", "elsewhere")
    assert completed(client, other, KERNEL + "\n‸\n") == {}
    assert completed(client, other, KERNEL + "    # a remark ‸\n") == {}


def test_lenses(client, uri):
    got = client.ask("textDocument/codeLens", textDocument={"uri": uri})
    lines = [TEXT[: TEXT.index(f"def {name}")].count("\n") for name in ("move", "fill")]
    assert got == [
        {
            "range": {"start": {"line": line, "character": 4}, "end": {"line": line, "character": 8}},
            "command": {"title": title, "command": command, "arguments": [uri, name]},
        }
        for line, name in zip(lines, ("move", "fill"))
        for title, command in (("CUDA", "cudapy.showCuda"), ("C++", "cudapy.showCpp"))
    ]


@pytest.mark.parametrize("command, target, language", [("Cuda", "cuda", "cuda-cpp"), ("Cpp", "cpu", "cpp")])
def test_a_lens_shows_what_is_emitted(client, uri, command, target, language):
    client.asked.clear()
    got = client.ask("workspace/executeCommand", command=f"cudapy.show{command}", arguments=[uri, "move"])
    path = urlsplit(uri).path
    folder = os.path.dirname(path)
    find = {"helpers": (f"{folder}/helpers.py", HELPERS)}.get
    made = _core.translate_kernel(TEXT, path, target, "move", find)
    assert made["ok"]
    assert got == {"language": language, "text": made["source"], "problem": ""}
    assert " move(" in got["text"] and "fill" not in got["text"]
    client.ask("textDocument/codeLens", textDocument={"uri": uri})  # after which the question has come
    ((method, asked),) = client.asked
    assert method == "window/showDocument"
    with open(urlsplit(asked["uri"]).path, encoding="utf-8") as file:
        assert file.read() == got["text"]


def test_a_generic_kernel_is_shown_for_double(client, uri):
    got = client.ask("workspace/executeCommand", command="cudapy.showCuda", arguments=[uri, "fill"])
    assert "__global__ void fill_double_array_double(unsigned threads, double* X, double n)" in got["text"]


def test_a_kernel_with_errors_is_not_shown(client, uri):
    other = uri.replace("kernels", "lens")
    client.open(other, "# k : void (int* X)\ndef k(X):\n    X[idx] = 1.5\n")
    got = client.ask("workspace/executeCommand", command="cudapy.showCuda", arguments=[other, "k"])
    reason = (
        "k is not translated: line 3: a `double` cannot be stored in an element of `X`, which is an `int`"
    )
    assert got == {"language": "cuda-cpp", "text": "", "problem": reason}
    assert client.told("window/showMessage") == {"type": 2, "message": reason}


def test_the_files_that_were_shown_are_gone_with_the_server(tmp_path):
    client = Client({"window": {"showDocument": {"support": True}}})
    uri = f"file://{tmp_path}/k.py"
    client.open(uri, "# k : void (int* X)\ndef k(X):\n    X[idx] = 1\n")
    client.ask("workspace/executeCommand", command="cudapy.showCuda", arguments=[uri, "k"])
    client.ask("textDocument/codeLens", textDocument={"uri": uri})
    ((_, asked),) = client.asked
    assert os.path.exists(urlsplit(asked["uri"]).path)
    client.close()
    assert not os.path.exists(os.path.dirname(urlsplit(asked["uri"]).path))


FIXES = {
    "threadidx.x": "threadIdx",
    "1.5": "int(1.5)",
    "y * 2": "int(y * 2)",
    "atomicAd(X, 0, 1)": "atomicAdd",
    "m.sqr(y)": None,
    "nothing": None,
}


@pytest.mark.parametrize("code", FIXES)
def test_quick_fixes(client, uri, code):
    """A fix is the replacement that the help names, and with it there is one error less."""
    other = uri.replace("kernels", "fixes")
    text = f"# k : void (int* X, float y)\ndef k(X, y):\n    X[idx] = {code}\n"
    (found,) = client.open(other, text)
    got = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": other},
        range=found["range"],
        context={"diagnostics": [found]},
    )
    if FIXES[code] is None:
        assert got == []
        return
    assert got == [
        {
            "title": f"Write `{FIXES[code]}`",
            "kind": "quickfix",
            "diagnostics": [found],
            "isPreferred": True,
            "edit": {"changes": {other: [{"range": found["range"], "newText": FIXES[code]}]}},
        }
    ]
    first, last = (found["range"][end]["character"] for end in ("start", "end"))
    line = text.splitlines()[2]
    fixed = text.replace(line, line[:first] + FIXES[code] + line[last:])
    assert client.change(other, fixed, 2) == []


def test_questions_about_texts_that_are_not_open(client):
    uri = "file:///nowhere/at/all.py"
    assert client.at("textDocument/hover", uri, 0, 0) is None
    assert client.at("textDocument/definition", uri, 0, 0) is None
    assert client.at("textDocument/completion", uri, 0, 0) == []
    assert client.ask("textDocument/codeLens", textDocument={"uri": uri}) == []
    got = client.ask("workspace/executeCommand", command="cudapy.showCuda", arguments=[uri, "k"])
    assert got == {"language": "", "text": "", "problem": f"{uri} is not open"}


def test_every_place_of_a_text_has_an_answer(client, uri):
    """None of them is an error, also in the middle of letters of two units and after ends of lines."""
    for line, text in enumerate(TEXT.splitlines()):
        for character in range(0, len(text) + 3, 3):
            for method in ("hover", "definition", "completion"):
                client.at(f"textDocument/{method}", uri, line, character)
