"""The language server says what is wrong while one types, as an editor hears it over pipes."""

import pytest

pytest.importorskip("pygls")
from lsprotocol import types as lsp

from cudapy import _core
from cudapy._lsp.diagnostics import FAILURE, diagnostics
from cudapy._lsp.facts import facts_of
from cudapy._lsp.positions import Lines
from lsp_client import Client

FLOAT_TO_INT = """\
# k : void (int* X)
def k(X):
    X[idx] = 1.5
"""


@pytest.fixture(scope="module")
def client():
    client = Client()
    yield client
    client.close()


@pytest.fixture
def uri(request, tmp_path):
    return f"file://{tmp_path}/kernels.py"


def span(line, first, last, end_line=None):
    return {
        "start": {"line": line, "character": first},
        "end": {"line": line if end_line is None else end_line, "character": last},
    }


def brief(found):
    return [(each["code"], each["range"]) for each in found]


def test_all_of_a_diagnostic(client, uri):
    assert client.open(uri, FLOAT_TO_INT) == [
        {
            "range": span(2, 13, 16),
            "severity": 1,
            "code": "E401",
            "source": "cudapy",
            "message": "a `double` cannot be stored in an element of `X`, which is an `int`\n"
            "this is a `double`\n"
            "a kernel never drops a fraction silently\n"
            "help: write `int(1.5)` to drop the fraction",
            "relatedInformation": [
                {
                    "location": {"uri": uri, "range": span(0, 12, 16)},
                    "message": "`X` is declared `int*` here",
                }
            ],
        }
    ]


def test_a_warning(client, uri):
    text = "# k : void (float* X, double* Y)\ndef k(X, Y):\n    X[idx] = Y[idx]\n"
    assert [(each["code"], each["severity"]) for each in client.open(uri, text)] == [("W901", 2)]


def test_changes_are_of_the_editors_text(client, uri):
    assert brief(client.open(uri, FLOAT_TO_INT)) == [("E401", span(2, 13, 16))]
    assert client.change(uri, FLOAT_TO_INT.replace("1.5", "1"), 2) == []
    assert brief(client.change(uri, "\n" + FLOAT_TO_INT, 3)) == [("E401", span(3, 13, 16))]


def test_what_is_typed_fast_is_looked_at_once(client, uri):
    client.open(uri, FLOAT_TO_INT)
    for version, value in enumerate(("1.", "1.2", "1.25"), 2):
        client.tell(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version},
            contentChanges=[{"text": FLOAT_TO_INT.replace("1.5", value)}],
        )
    found = client.told("textDocument/publishDiagnostics", uri=uri)
    assert (found["version"], brief(found["diagnostics"])) == (4, [("E401", span(2, 13, 17))])


def test_a_text_that_is_closed_has_none(client, uri):
    client.open(uri, FLOAT_TO_INT)
    client.tell("textDocument/didClose", textDocument={"uri": uri})
    assert client.told("textDocument/publishDiagnostics", uri=uri) == {"uri": uri, "diagnostics": []}


def test_two_texts_at_once(client, uri):
    other = uri.replace("kernels", "others")
    assert brief(client.open(uri, FLOAT_TO_INT)) == [("E401", span(2, 13, 16))]
    assert client.open(other, FLOAT_TO_INT.replace("1.5", "1")) == []
    assert brief(client.change(other, FLOAT_TO_INT.replace("1.5", "y"), 2)) == [("E301", span(2, 13, 14))]
    assert client.change(uri, FLOAT_TO_INT.replace("1.5", "2"), 2) == []


def test_units_of_utf16(client, uri):
    """𝒳 and 🙂 are two units each, é is one, and two bytes of UTF-8."""
    text = '# k : void (int* X)\ndef k(X):\n    """🙂"""\n    é = "𝒳🙂"; X[idx] = 1.5\n'
    assert ("E401", span(3, 25, 28)) in brief(client.open(uri, text))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["lf", "crlf", "cr"])
@pytest.mark.parametrize("begin", ["", "\ufeff"], ids=["", "mark"])
def test_ends_of_lines(client, uri, begin, end):
    assert brief(client.open(uri, begin + FLOAT_TO_INT.replace("\n", end))) == [("E401", span(2, 13, 16))]


def test_line_separators_that_python_knows_end_no_line(client, uri):
    text = "s = '\x0c\x0b\x1c\u2028\u2029'\n" + FLOAT_TO_INT
    assert brief(client.open(uri, text)) == [("E401", span(3, 13, 16))]


BROKEN = [
    "# k : void (int* X)\ndef k(X):\n    X[idx] = (1.5\n",
    "# k : void (int* X)\ndef k(X):\n    X[\n",
    "# k : void (int* X)\ndef k(\n",
    "# k : void (int* X)\n",
    "# k : void (int* X",
    "# k :",
    "import cudapy as cp\n@cp.kernel\n",
    "import cudapy as cp\n@cp.kernel(\ndef k(X):\n",
    "import cudapy as cp\n@cp.struct\nclass P:\n    x: cp.\n",
    "# k : void (int* X)\ndef k(X):\n\tX[idx] = 1\n        X[idx] = 2\n",
    "# k : void (int* X)\ndef k(X):\n    '''",
    "\0# k : void (int* X)\ndef k(X):\n    X[idx] = \0\n",
    "# k : void (int* X)\ndef k(X):\n    X[idx] = " + "(" * 5000 + "\n",
    "# k : void (int* X)\ndef k(X):\n" + "".join(f"{'    ' * n}if X:\n" for n in range(1, 400)),
    "# k : void (int* \ud800)\ndef k(\udfff):\n    pass\n",
    "# \u202ek : void (int* X)\ndef \u202ek(X):\n    pass\n",
    "# k : void (" + "*" * 10000 + "\ndef k(X): pass\n",
]


@pytest.mark.parametrize("text", BROKEN, ids=range(len(BROKEN)))
def test_texts_that_are_being_written(client, uri, text):
    """Each beginning of them is an answer, and after it the server answers as before."""
    client.open(uri, text)
    assert brief(client.change(uri, FLOAT_TO_INT, 2)) == [("E401", span(2, 13, 16))]


def test_all_beginnings_of_a_text():
    """None of them is a failure of the translator."""
    text = (
        "import cudapy as cp\n\n\n@cp.struct\nclass P:\n    x: cp.float32\n\n\n"
        "# f : void (P* ps, float[,] A)\ndef f(ps, A):\n    for i in range(A.shape[0]):\n"
        "        A[i, idx] += ps[idx].x * 2.0 if i > 1 else math.sqrt(A[0, 0])\n\n\n"
        "@cp.kernel\ndef g(X, n):\n    row = X[1:n]\n    for i, x in enumerate(row):\n        row[i] = -x\n"
    )
    failures = [facts_of(text[:size], "k.py", lambda _: None).failure for size in range(len(text))]
    assert set(failures) == {""}


def test_a_file_without_kernels(client, uri):
    text = "# TODO: this (is) no kernel\n# note : see f(x)\ndef f(x:\n    return undefined\n"
    assert client.open(uri, text) == []


def test_a_long_file(client, uri):
    kernels = "".join(
        f"# k{n} : void (float* X)\ndef k{n}(X):\n    X[idx] = X[idx] * {n} + math.sqrt(X[idx])\n\n\n"
        for n in range(2000)
    )
    found = client.open(uri, "import math\n" + kernels + FLOAT_TO_INT)
    assert brief(found) == [("E401", span(10003, 13, 16))]


def test_a_long_line(client, uri):
    values = ", ".join("1" for _ in range(50000))
    text = f"T = ({values})\n# k : void (int* X)\ndef k(X):\n    X[idx] = T[idx % 9] + 1.5\n"
    assert [code for code, _ in brief(client.open(uri, text))] == ["E401"]


def test_a_generic_kernel_is_checked_for_what_no_type_mends(client, uri):
    """Nothing is said of the types, which launches choose."""
    text = (
        "import cudapy as cp\nfrom cudapy import idx\n\n\n@cp.kernel\ndef k(X, n):\n"
        "    X[idx] = factr * n\n    X[idx] = 1.5\n"
    )
    assert brief(client.open(uri, text)) == [("E301", span(6, 13, 18))]
    assert brief(client.change(uri, text.replace("factr * n", "n[0]; yield"), 2)) == [
        ("E606", span(6, 19, 24))
    ]


def test_a_text_of_helpers_is_no_error(client, uri):
    assert client.open(uri, "# f : float (float x)\ndef f(x):\n    return x\n") == []


def test_values_that_only_running_tells(client, uri):
    text = (
        "import os\nimport settings\nN = int(os.environ['COUNT'])\nM = settings.M\n"
        "# k : void (int* X)\ndef k(X):\n    X[idx] = N + M + settings.K\n"
    )
    assert client.open(uri, text) == []


def test_modules_that_are_imported(client, tmp_path, uri):
    """A helper is read from the disk, and once the editor shows it, from there."""
    text = "from helpers import f\n# k : void (int* X)\ndef k(X):\n    X[idx] = f(X[idx])\n"
    helper = "# f : {} (int x)\ndef f(x):\n    return x\n"
    path = tmp_path / "helpers.py"
    path.write_text(helper.format("int"))
    assert client.open(uri, text) == []
    assert client.open(f"file://{path}", helper.format("int")) == []
    client.change(f"file://{path}", helper.format("float"), 2)
    assert brief(client.published(uri, 1)) == [("E401", span(3, 13, 22))]


def test_nothing_of_the_text_is_run(client, tmp_path, uri):
    mark = tmp_path / "run"
    text = f"open({str(mark)!r}, 'w')\nimport cudapy as cp\n" + FLOAT_TO_INT
    (tmp_path / "evil.py").write_text(text)
    client.open(uri, "from evil import *\nimport evil\n" + text)
    assert not mark.exists()


def test_a_text_that_was_never_saved(client):
    found = client.open("untitled:Untitled-1", FLOAT_TO_INT)
    assert (brief(found), found[0]["relatedInformation"][0]["location"]["uri"]) == (
        [("E401", span(2, 13, 16))],
        "untitled:Untitled-1",
    )


@pytest.mark.parametrize("name", ["a b.py", "é.py", "#1.py", "100%.py", "𝒳.py", "a?b.py"])
def test_names_of_files(client, tmp_path, name):
    from urllib.parse import quote

    uri = f"file://{quote(str(tmp_path))}/{quote(name)}"
    (found,) = client.open(uri, FLOAT_TO_INT)
    assert found["relatedInformation"][0]["location"]["uri"] == uri


def test_columns_in_the_units_that_the_editor_asks_for(tmp_path):
    client = Client({"general": {"positionEncodings": ["utf-8"]}})
    assert client.server["capabilities"]["positionEncoding"] == "utf-8"
    text = '# k : void (int* X)\ndef k(X):\n    s = "𝒳é"; X[idx] = 1.5\n'
    *_, last = client.open(f"file://{tmp_path}/k.py", text)
    assert last["range"] == span(2, 27, 30)
    client.close()


@pytest.mark.parametrize("encoding, units", [("utf-8", [0, 1, 5, 7, 8]), ("utf-16", [0, 1, 3, 4, 5])])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_positions_and_places(encoding, units, mark):
    lines = Lines(f"{mark}a𝒳é.\r\na𝒳é.", encoding)
    shift = 1 if mark else 0
    for line in (0, 1):
        for column, unit in enumerate(units, 1):
            position = lines.position(line + 1, column)
            assert (position.line, position.character) == (line, unit + (shift if line == 0 else 0))
            assert lines.place(position) == (line + 1, column)
    assert lines.place(lsp.Position(1, 2)) == (2, 3)  # in the middle of a letter: the next one
    assert lines.place(lsp.Position(1, 1000)) == (2, 5)
    assert lines.place(lsp.Position(9, 9)) == (10, 1)


def test_a_failure_of_the_translator_is_an_answer(monkeypatch):
    def fail(*_):
        raise _core.InternalError("a broken invariant")

    monkeypatch.setattr(_core, "analyse_text", fail)
    facts = facts_of(FLOAT_TO_INT, "k.py", lambda _: None)
    (found,) = diagnostics(facts, Lines(FLOAT_TO_INT), str)
    assert (found.message, found.severity) == (FAILURE + "InternalError: a broken invariant", 3)


def test_a_command_that_lacks_pygls_says_what_to_install(monkeypatch, capsys):
    from cudapy.__main__ import main
    from cudapy._lsp import options

    monkeypatch.setattr(options.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(options.sys, "executable", "python")
    assert main(["lsp"]) == 1
    assert capsys.readouterr() == (
        "",
        "python -m cudapy lsp: the language server needs pygls. Install it next to CudaPy:\n"
        "    python -m pip install 'pygls>=2.1,<3'\n"
        "or install CudaPy with its extra: cudapy[lsp]\n",
    )
