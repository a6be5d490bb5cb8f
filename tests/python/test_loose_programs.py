"""Loosely typed programs (tests/random_programs/loose.py): no crash, no internal error, and what is accepted
computes what CPython does."""

import os
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def test_two_thousand_loosely_typed_programs(tmp_path):
    program = os.path.join(ROOT, "tests", "random_programs", "fuzz.py")
    options = [
        "--loose",
        "--seed",
        "4",
        "--count",
        "2000",
        "--run",
        "60",
        "--jobs",
        "2",
        "--out",
        str(tmp_path),
    ]
    got = subprocess.run([sys.executable, program, *options], capture_output=True, text=True)
    assert got.returncode == 0 and ", 0 wrong" in got.stdout, got.stdout + got.stderr
    assert " 60 run in " in got.stdout, got.stdout
