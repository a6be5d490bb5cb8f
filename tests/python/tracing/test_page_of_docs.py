"""What docs/tracing.md shows is what its examples give. CUDAPY_UPDATE_GOLDENS=1 draws its pictures anew."""

import os
import re
from pathlib import Path

import pytest
from cudapy._plan import patterns
from generated import module

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "tracing.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_table():
    (shown,) = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    printed = repr(module(EXAMPLES[0]).plan) + "\n"
    assert shown[shown.index("  traced") :] == printed[printed.index("  traced") :]


@pytest.mark.parametrize("name,example", [("every4", 0), ("transpose", 1)])
def test_the_pictures(name, example):
    plan = module(EXAMPLES[example]).plan
    line = next(line for line in plan.lines if line.number == plan.advice[0].line)
    drawn, path = plan.svg(line.number), DOCS / "pictures" / f"{name}.svg"
    if os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")
    assert f"](pictures/{name}.svg)" in PAGE


def test_all_kinds_of_findings_are_listed():
    source = Path(patterns.__file__).read_text(encoding="utf-8")
    kinds = set(re.findall(r'Finding\(\s*"([a-z ]+)"', source))
    table = PAGE[PAGE.index("`kind` is one of") : PAGE.index("## Large launches")]
    assert kinds == set(re.findall(r"`([a-z ]+)`", table)) - {"kind"}
