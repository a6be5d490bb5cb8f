"""docs/tutorial.md as a reader goes through it: each program is saved under its name, each command is run, in
order and in one folder, and what is printed is what the page shows. CUDAPY_UPDATE_GOLDENS=1 puts the pictures
into docs/pictures anew."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
STEP = re.compile(
    r"^(<!-- (?P<mark>[^\n]*) -->\n)?```(?P<language>\w+)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE
)
PICTURES = {"tutorial_mandelbrot.png": "mandelbrot.png", "tutorial_tiles.svg": "line14.svg"}


def steps():
    """(line, mark, language, text) of each block of the page."""
    page = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    for match in STEP.finditer(page):
        yield page[: match.start()].count("\n") + 1, match["mark"], match["language"], match["text"]


def same(shown, printed):
    """Whether the page shows what was printed, where `…` stands for anything and lines may be broken."""
    parts = [r"\s+".join(map(re.escape, part.split())) for part in shown.split("…")]
    return re.fullmatch(r"\s*" + r".*?".join(rf"\s*{part}\s*" for part in parts), printed, re.DOTALL)


def commands(text, folder):
    """What the commands of a block print, run by this Python, for the CPU."""
    environment = {**os.environ, "CUDAPY_TARGET": "cpu"}
    for name in ("CUDAPY_CHECKED", "CUDAPY_OPTIMIZE"):
        environment.pop(name, None)
    printed = ""
    for command in text.splitlines():
        words = command.partition("#")[0].split()
        assert words[0] == "python", command
        run = subprocess.run(
            [sys.executable, *words[1:]],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert run.returncode == 0, run.stdout + run.stderr
        printed += run.stdout
    return printed.replace(f"{folder}/", "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where a reader has done all that the page says."""
    pytest.importorskip("numpy")
    pytest.importorskip("PIL")
    here = tmp_path_factory.mktemp("tutorial").resolve()
    printed = None
    for line, mark, language, text in steps():
        if mark == "not run":
            continue
        if language == "python":
            name = re.fullmatch(r"file (\S+\.py)", mark or "")
            assert name, f"tutorial.md:{line}: a program without a name"
            (here / name[1]).write_text(text, encoding="utf-8")
        elif language == "sh":
            printed = commands(text, here)
        else:
            assert printed is not None and same(text, printed), (
                f"tutorial.md:{line} shows\n{text}\nand this was printed:\n{printed}"
            )
    return here


def test_a_reader_sees_what_the_page_shows(folder):
    programs = [mark for _, mark, language, _ in steps() if language == "python"]
    assert {f"file {file.name}" for file in folder.glob("*.py")} == set(programs)
    assert len(programs) == len(set(programs)) >= 8
    assert (folder / "plan.html").stat().st_size > 10_000


@pytest.mark.parametrize("picture", PICTURES)
def test_the_pictures_are_those_of_the_programs(folder, picture):
    shown, drawn = DOCS / "pictures" / picture, folder / PICTURES[picture]
    if os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        shown.write_bytes(drawn.read_bytes())
    if picture.endswith(".svg"):
        assert drawn.read_text(encoding="utf-8") == shown.read_text(encoding="utf-8")
    else:  # versions of Pillow compress differently, and compilers round differently at the edge of the set
        import numpy as np
        from PIL import Image

        ours, theirs = (np.asarray(Image.open(file)).astype(int) for file in (drawn, shown))
        assert ours.shape == theirs.shape and np.mean(ours != theirs) < 0.01
    assert f"](pictures/{picture})" in (DOCS / "tutorial.md").read_text(encoding="utf-8")


def test_what_counts_as_the_same():
    assert same("a b\n", "a\nb\n") and same("…\nb\n…\n", "a\nb\nc\n") and same("x…y", "x and y")
    assert not same("b\n", "a\nb\n") and not same("…\nd\n…\n", "a\nb\nc\n")
