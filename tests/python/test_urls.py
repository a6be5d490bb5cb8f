"""scripts/urls: the addresses of the project are in one place, and pages quote them."""

import importlib.util
import shutil
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
loader = SourceFileLoader("urls", str(ROOT / "scripts/urls"))
spec = importlib.util.spec_from_loader("urls", loader)
urls = importlib.util.module_from_spec(spec)
loader.exec_module(urls)


def test_pages_quote_them():
    assert urls.mistakes(ROOT) == []


@pytest.fixture
def copy(tmp_path):
    """The files that are looked at, in a folder of their own."""
    for path in (ROOT / "pyproject.toml", *urls.pages(ROOT)):
        to = tmp_path / path.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, to)
    return tmp_path


def test_filling_them_in(copy):
    """Each quote follows, and nothing of what was there is left."""
    before = urls.addresses(copy)
    urls.fill(copy, "Repository", "https://example.org/owner/cudapy")
    urls.fill(copy, "Documentation", "https://docs.example.org")
    assert urls.addresses(copy) == {
        "Repository": "https://example.org/owner/cudapy",
        "Documentation": "https://docs.example.org",
    }
    assert urls.mistakes(copy) == []
    texts = "".join(path.read_text() for path in urls.pages(copy))
    assert "git clone https://example.org/owner/cudapy\n" in texts
    assert not any(address in texts for address in before.values() if address.endswith(".invalid/cudapy"))


@pytest.mark.parametrize(
    "text, line",
    [
        ("See https://elsewhere.org/me/cudapy/issues.", "https://elsewhere.org/me/cudapy/issues."),
        ("git clone git@elsewhere.org:me/tools", "git@elsewhere.org:me/tools"),
        ("<https://forgotten.invalid>", "https://forgotten.invalid"),
    ],
)
def test_others_are_named(copy, text, line):
    page = copy / "docs/basics.md"
    number = page.read_text().count("\n") + 1
    page.write_text(page.read_text() + text + "\n")
    assert urls.mistakes(copy) == [f"docs/basics.md:{number}: {line} is no address of pyproject.toml"]


def test_one_that_is_missing_is_named(copy):
    path = copy / "SECURITY.md"
    address = urls.addresses(copy)["Repository"]
    path.write_text(path.read_text().replace(f"]({address})", "](README.md)"))
    assert urls.mistakes(copy) == [f"SECURITY.md: it must have `]({address})`"]
