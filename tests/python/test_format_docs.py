"""scripts/format-docs breaks lines of pages at 100 columns, and leaves what must stay as it is."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "format-docs"
LONG = " ".join(["word"] * 30)  # 149 columns
FIRST, SECOND = " ".join(["word"] * 20), " ".join(["word"] * 10)  # 99 columns, and the rest


formatted = runpy.run_path(str(SCRIPT))["formatted"]


CASES = {
    "a paragraph": (f"{LONG}\n", f"{FIRST}\n{SECOND}\n"),
    "short lines": ("one\ntwo\nthree\n\nfour\n", "one two three\n\nfour\n"),
    "an item": (f"- {LONG}\n  more\n- two\n", f"- {FIRST[:-5]}\n  word {SECOND} more\n- two\n"),
    "a numbered item": (f"10. {LONG}\n", f"10. {FIRST[:-5]}\n    word {SECOND}\n"),
    "a second paragraph of an item": (f"- a\n\n  {LONG}\n", f"- a\n\n  {FIRST[:-5]}\n  word {SECOND}\n"),
    "code in one piece": (f"{FIRST[:-5]} `a bc`\n", f"{FIRST[:-5]}\n`a bc`\n"),
    "a minus sign": (f"{FIRST} - a\n", f"{FIRST[:-5]}\nword - a\n"),
    "a break that is meant": ("one  \ntwo\n", "one  \ntwo\n"),
}
KEPT = {
    "a block of code": f"```\n{LONG}\none\ntwo\n```\n",
    "a block of code in an item": f"- a\n\n  ```python\n  {LONG}\n  ```\n",
    "an indented block of code": f"a\n\n    {LONG}\n    two\n\nb\n",
    "one in an item": f"- a\n\n      {LONG}\n      two\n- b\n",
    "a table": f"| {LONG} | b |\n|---|---|\n| {LONG} | d |\n",
    "a heading": f"# {LONG}\n",
    "a quotation": f"> {LONG}\n",
    "a comment": f"<!-- {LONG} -->\n",
    "a part that a program makes": f"<!-- lines: made by x.py -->\n{LONG}\n<!-- end of lines -->\n",
    "a long word": f"{'x' * 120}\n",
}


@pytest.mark.parametrize("old, new", CASES.values(), ids=CASES.keys())
def test_broken(old: str, new: str) -> None:
    assert formatted(old) == new
    assert formatted(new) == new


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT.keys())
def test_kept(text: str) -> None:
    assert formatted(text) == text


def test_a_check_names_the_line_and_changes_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    text = f"# A page\n\n{LONG}\n"
    page.write_text(text, encoding="utf-8")
    checked = subprocess.run([sys.executable, SCRIPT, "--check", page], capture_output=True, text=True)
    assert checked.returncode == 1 and "page.md:3: " in checked.stdout
    assert page.read_text(encoding="utf-8") == text
    subprocess.run([sys.executable, SCRIPT, page], check=True)
    assert page.read_text(encoding="utf-8") == formatted(text)
    subprocess.run([sys.executable, SCRIPT, "--check", page], check=True)
