"""The Python blocks of the README and of the pages in docs/ run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from generated import module

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/language.md", "docs/arrays.md", "docs/runtime.md", "docs/cuda_source.md", "docs/devices.md", "docs/extending.md"]


def blocks(page):
    """(line, text) of each ```python block, but those marked `<!-- not run -->` on the line before."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if not text[: match.start()].rstrip().endswith("<!-- not run -->"):
            yield text[: match.start()].count("\n") + 2, match[1]


CASES = [pytest.param(text, id=f"{page}:{line}") for page in PAGES for line, text in blocks(page)]


@pytest.mark.parametrize("text", CASES)
def test_block(text, capsys):
    """A block checks itself by assertions; one that prints says what in `# prints: …`."""
    module(text)
    expected = re.findall(r"# prints: (.*)", text)
    if expected:
        assert capsys.readouterr().out.splitlines() == expected


def test_the_pages_have_blocks():
    assert len(CASES) >= 13


@pytest.mark.parametrize("page,option", [("docs/builtins.md", "--list-builtins"), ("docs/diagnostics.md", "--list-diagnostics")])
def test_generated_pages_are_up_to_date(page, option):
    run = subprocess.run([sys.executable, ROOT / "scripts/generate-docs", "--check", page], capture_output=True, text=True)
    if "pycu2cu is not built" in run.stderr:
        pytest.skip("pycu2cu is not built here")
    assert run.returncode == 0, run.stdout + run.stderr
