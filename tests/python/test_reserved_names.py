"""Names of variables that headers of CUDA and C define as macros."""

import importlib.machinery
import importlib.util
import os
import pathlib
import shutil

import pytest

NVCC = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "generate-reserved-macros"


@pytest.mark.skipif(not NVCC or not SCRIPT.exists(), reason="needs nvcc and the source tree")
def test_every_macro_of_the_headers_is_reserved():
    loader = importlib.machinery.SourceFileLoader("generate_reserved_macros", str(SCRIPT))
    script = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(script)
    found = script.macros(NVCC)
    assert {"CLOCK_REALTIME_COARSE", "MOD_TIMECONST", "EOF", "NAN", "assert"} <= found
    assert found - script.listed() == set()
