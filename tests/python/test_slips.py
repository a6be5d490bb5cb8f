"""What a newcomer writes wrong in and around kernels ends in a next try that is right.

Each row of the tables in slips/ is a program, and the next try that its message leads to, by the text of the
message only. The whole messages are in slips/messages.txt, the table with the counts is in docs/slips.md.
CUDAPY_UPDATE_GOLDENS=1 writes both anew: read their diff then."""

import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy")
sys.path.insert(0, str(Path(__file__).parent))

from slips import page  # noqa: E402
from slips.messages import TABLES, golden, results, run, simulate  # noqa: E402

MESSAGES = Path(__file__).parent / "slips/messages.txt"
ROWS = [pytest.param(slip, id=f"{table}: {slip.name}") for table, slips in TABLES.items() for slip in slips]
UPDATES = os.environ.get("CUDAPY_UPDATE_GOLDENS")


@pytest.fixture(autouse=True)
def on_the_cpu(monkeypatch):
    monkeypatch.setenv("CUDAPY_TARGET", "cpu")


@pytest.mark.parametrize("slip", ROWS)
def test_the_next_try_is_right(slip, tmp_path, monkeypatch, capfd):
    said, _ = run(slip.program, tmp_path)
    assert said, f"nothing is said of {slip.name}"
    said, names = run(slip.next_try, tmp_path)
    assert not said
    compiled = results(names)
    said, names = simulate(slip.next_try, tmp_path, monkeypatch)
    assert not said
    assert compiled == results(names)


def test_the_messages(tmp_path, capfd):
    text = "\n".join(
        golden(slip, run(slip.program, tmp_path)[0]) for slips in TABLES.values() for slip in slips
    )
    if UPDATES:
        MESSAGES.write_text(text, encoding="utf-8")
    assert text == MESSAGES.read_text(encoding="utf-8")


def test_there_are_enough():
    assert len(TABLES["in_kernels"]) >= 35 and len(TABLES["with_arguments"]) >= 33
    names = [slip.name for slips in TABLES.values() for slip in slips]
    assert len(set(names)) == len(names)


def test_the_page_has_the_table():
    text = page.text()
    if UPDATES:
        page.PAGE.write_text(text, encoding="utf-8")
    assert text == page.PAGE.read_text(encoding="utf-8")
