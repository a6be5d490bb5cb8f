"""docs/gallery.md: its pictures are those that scripts/pictures draws, and its CUDA C++ is what the kernels
become."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/gallery.md").read_text(encoding="utf-8")
SCRIPT = ROOT / "scripts/pictures"


def drawn_by_the_script():
    """The names of the pictures."""
    (listed,) = re.findall(r"^PICTURES = \((.*)\)", SCRIPT.read_text(encoding="utf-8"), re.MULTILINE)
    return listed.split(", ")


def test_every_picture_is_shown_and_small():
    shown = re.findall(r"\]\(pictures/gallery_(\w+)\.webp\)", PAGE)
    assert sorted(shown) == sorted(drawn_by_the_script())
    assert {path.name for path in (ROOT / "docs/pictures").glob("gallery_*")} == {
        f"gallery_{name}.webp" for name in shown
    }
    for name in shown:
        assert (ROOT / f"docs/pictures/gallery_{name}.webp").stat().st_size < 80_000


def test_every_picture_has_its_kernel_its_cuda_and_its_sample():
    for section in re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:-1]:
        assert (
            "<!-- from samples/" in section and "static __global__" in section and "](../samples/" in section
        ), section


def test_the_cuda_is_up_to_date():
    run = subprocess.run([sys.executable, SCRIPT, "--page", "--check"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_picture_is_drawn_as_it_was(tmp_path):
    image = pytest.importorskip("PIL.Image")
    run = subprocess.run([sys.executable, SCRIPT, "life", "--into", tmp_path], capture_output=True, text=True)
    assert run.returncode == 0 and "300 generations" in run.stdout, run.stdout + run.stderr
    ours, theirs = (image.open(folder / "gallery_life.webp") for folder in (tmp_path, ROOT / "docs/pictures"))
    assert ours.size == theirs.size and ours.tobytes() == theirs.tobytes()
