"""scripts/words reports words in prose for which the field has others, and no code."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "words"
WORDS = runpy.run_path(str(SCRIPT))


def reported(path: str, text: str) -> list[str]:
    return list(WORDS["findings"](path, text))


CASES = {
    "a page": ("docs/a.md", "A Taker.\n\n```\ntaker\n```\n\nA `taker` and a\ntaker.\n", [1, 8]),
    "C++": (
        "a.cpp",
        'int taker; // a taker\nraise("a taker", "taker");\n/* one\n * taker */\nchar c = \'"\';\n',
        [1, 2, 4],
    ),
    "a comment of several lines": ("a.h", "/// Its worker and\n/// `taker` are no\n/// takers.\n", [3]),
    "text of messages": ("a.inc", 'R"(\nNo taker\n)"\n', [2]),
    "Python": (
        "a.py",
        '"""One.\n\nA taker.\n"""\ntaker = "taker"  # a taker\nraise ValueError(f"a {taker} taker")\n',
        [3, 5, 6],
    ),
    "Python that is wrong": ("a.py", "# taker\nif a:\n        b\n    c\n", [1]),
    "a script": ("scripts/a", "#!/usr/bin/env bash\n# A taker\ntaker=1 # a taker\n", [2, 3]),
    "a file of another kind": ("a.json", '{"taker": "a taker"}', []),
    "what is emitted": ("tests/goldens/a.py.expected.cu", "// a taker\n", []),
}


@pytest.mark.parametrize(("path", "text", "lines"), CASES.values(), ids=CASES)
def test_finds_prose(path, text, lines):
    places = [each.split(": ")[0] for each in reported(path, text)]
    assert places == [f"{path}:{line}" for line in lines]


def with_rules(monkeypatch, *rules, allowed=()):
    names = WORDS["findings"].__globals__
    monkeypatch.setitem(names, "RULES", [WORDS["Rule"](*rule) for rule in rules])
    monkeypatch.setitem(names, "ALLOWED", [WORDS["Allowed"](*each) for each in allowed])


def test_says_what_to_write(monkeypatch):
    with_rules(monkeypatch, ("old words?", "new"), ("other", "another"))
    assert reported("a.md", "An Old\nwords. Old worded.\nOther\n") == [
        "a.md:1: `Old words`: write new",
        "a.md:3: `Other`: write another",
    ]


def test_a_phrase_ends_at_code(monkeypatch):
    with_rules(monkeypatch, ("old word", "new"))
    assert reported("a.cpp", "a(); // old\nb(); // word\n") == []
    assert reported("a.cpp", "    // old\n    // word\n") == ["a.cpp:1: `old word`: write new"]


def test_words_that_must_not_follow(monkeypatch):
    with_rules(monkeypatch, ("stands?(?! for)", "is"))
    assert reported("a.py", "# It stands\n# for A. It stands\n# here.\n") == ["a.py:2: `stands`: write is"]


def test_folders_and_lines_that_are_left_out(monkeypatch):
    with_rules(monkeypatch, ("old", "new", ("a/b/",)), allowed=[("a/", "as old", "a common word")])
    assert reported("a/b/c.md", "old\n") == []
    assert reported("a/c.md", "as old as\nold\n") == ["a/c.md:2: `old`: write new"]


def test_the_command(tmp_path):
    done = subprocess.run(
        [sys.executable, SCRIPT, SCRIPT.with_name("format-docs")], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_every_exception_has_a_reason_and_is_needed():
    for path, text, reason in WORDS["ALLOWED"]:
        assert reason
        file = SCRIPT.parents[1] / path
        assert not file.is_file() or text in file.read_text(encoding="utf-8")
