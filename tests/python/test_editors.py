"""docs/editors.md: what it says to editors and linters is tried with what pycu2cu prints, and with ruff. The
language server has tests of its own, test_lsp_*.py."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cudapy._compile import names
from test_pycu2cu import find_program

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/editors.md").read_text(encoding="utf-8")
TEXT = """\
# f : void (float* X)
def f(X):
    y = "𝕏" if Y[idx] else 1
    X[idx] = y


# g : void (float* X)
def g(X):
    X[idx] = syncthread()


# h : void (float* X, double* D)
def h(X, D):
    X[idx] = D[idx]
"""


def block(language, number=0):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)[number]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "kernels.py"
    path.write_text(TEXT, encoding="utf-8")
    return path


def check(*arguments):
    return subprocess.run([find_program(), "--check", *map(str, arguments)], capture_output=True, text=True)


def found(file):
    result = check("--format", "json", file)
    assert (result.returncode, result.stderr) == (1, "")
    return json.loads(result.stdout)


def test_how_editors_start_the_language_server():
    words = ["python", "-m", "cudapy", "lsp"]
    helix = tomllib.loads(block("toml"))["language-server"]["cudapy"]
    code = json.loads(block("json"))
    assert [helix["command"], *helix["args"]] == words
    assert [code["glspc.server.command"], *code["glspc.server.commandArguments"]] == words
    quoted = [re.findall(r'"([^"]+)"', line) for line in re.findall(r'[{(]\s*"python",? .*?[})]', PAGE)]
    assert [each for each in quoted if len(each) > 1] == [words] * 3


def test_the_problem_matcher(file):
    """VS Code looks for the expression in each line."""
    task = json.loads(block("json", 1))["tasks"][0]
    pattern = task["problemMatcher"]["pattern"]
    arguments = [argument.replace("${file}", str(file)) for argument in task["args"]]
    result = subprocess.run([find_program(), *arguments], capture_output=True, text=True)
    matches = [
        match
        for line in (result.stdout + result.stderr).splitlines()
        if (match := re.search(pattern["regexp"], line))
    ]
    keys = ("file", "line", "column", "severity", "code", "message")
    matched = [[match[pattern[key]] for key in keys] for match in matches]
    assert matched == [[str(each[key]) for key in keys] for each in found(file)]
    assert {each[3] for each in matched} == {"error", "warning"}


def test_the_keys_of_the_json(file):
    keys = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))
    for each in found(file):
        assert set(each) == keys
    labels = [label for each in found(file) for label in each["labels"]]
    assert all(set(label) == {"file", "line", "column", "end_line", "end_column", "text"} for label in labels)


def test_the_text_of_an_editor(file):
    result = subprocess.run(
        [find_program(), "--check", "--format", "json", "-"], input=TEXT, capture_output=True, text=True
    )
    assert json.loads(result.stdout) == json.loads(
        check("--format", "json", file).stdout.replace(json.dumps(str(file)), '"<stdin>"')
    )


def test_the_protocol(file):
    scope = {}
    exec(block("python"), scope)
    made = scope["diagnostics"](TEXT, found(file))
    name = next(each for each in made if "`Y`" in each["message"])
    # `Y` is after a character of two units.
    assert name["range"] == {"start": {"line": 2, "character": 16}, "end": {"line": 2, "character": 17}}
    assert (name["severity"], name["code"], name["source"]) == (1, "E301", "cudapy")
    for each in made:
        assert each["range"]["start"] != each["range"]["end"]


def known_names():
    return [
        name
        for name, value in vars(names).items()
        if isinstance(value, (names.Predefined, names.Cooperation))
    ]


def test_ruff_is_told_all_names():
    assert tomllib.loads(block("toml", 1))["tool"]["ruff"]["builtins"] == known_names()


def ruff(folder, *arguments):
    program = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if not program:
        pytest.skip("ruff is missing")
    arguments = ["check", "--no-cache", "--output-format", "json", *arguments, "kernels.py"]
    result = subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True)
    assert result.returncode in (0, 1), result.stderr
    return {each["code"] for each in json.loads(result.stdout)}


def test_ruff_with_this_configuration(tmp_path):
    (tmp_path / "kernels.py").write_text(
        "# scale : void (float* X)\ndef scale(X):\n    X[idx] *= blockDim.x\n    syncthreads()\n",
        encoding="utf-8",
    )
    rules = ("--select", "E,F,ERA,N")
    assert ruff(tmp_path, *rules) == {"F821", "ERA001", "N803"}
    (tmp_path / "pyproject.toml").write_text(block("toml", 1), encoding="utf-8")
    assert ruff(tmp_path, *rules) == set()


def test_ruff_without_any(tmp_path):
    (tmp_path / "kernels.py").write_text(block("python", 1), encoding="utf-8")
    assert ruff(tmp_path, "--select", "E,F,ERA") == set()
