"""Texts that are expected, in files. CUDAPY_UPDATE_GOLDENS=1 writes them anew: read their diff then."""

import os
from pathlib import Path

GOLDENS = Path(__file__).with_name("goldens")


def check(name, text):
    path = GOLDENS / name
    if os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
