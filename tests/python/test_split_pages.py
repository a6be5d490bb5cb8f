"""scripts/split_pages.py: pages of the site for each code of a diagnostic, and for each class."""

import posixpath
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import made_pages  # noqa: E402
import reference  # noqa: E402
import split_pages  # noqa: E402


@pytest.fixture(scope="module")
def divided():
    try:
        whole = {source: made_pages.WHOLE[source]() for source in split_pages.DIVIDED}
    except made_pages.NoTranslator as error:
        pytest.skip(str(error))
    return {source: (text, *split_pages.DIVIDED[source](text)) for source, text in whole.items()}


def prose(text):
    """The text without code and without what only a divided page has."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("source", split_pages.DIVIDED)
def test_links_lead_to_pages_and_headings(divided, source):
    """Of the divided page, and of its parts."""
    _, index, pages = divided[source]
    texts = {source: index, **pages}
    anchors = {
        page: {reference.anchor(heading) for heading in re.findall(r"^#+ (.*)", prose(text), re.MULTILINE)}
        | set(re.findall(r'<a id="([^"]+)">', text))
        for page, text in texts.items()
    }
    count = 0
    for page, text in texts.items():
        for path, place in re.findall(
            r"\]\(([^()\s#]*)#?([^()\s]*)\)", re.sub(r"`[^`\n]*`", "", prose(text))
        ):
            if re.match(r"[a-z]+:", path):
                continue
            to = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            if to in texts:
                assert not place or place in anchors[to], f"{page}: {path}#{place}"
                count += 1
            else:
                assert (ROOT / "docs" / to).exists(), f"{page}: {path}"
    assert count > len(pages)


def test_each_code_has_a_page(divided):
    _, index, pages = divided["diagnostics.md"]
    codes = set(made_pages.explanations())
    assert set(pages) == {f"diagnostics/{code}.md" for code in codes}
    for code in codes:
        title = made_pages.title_of(made_pages.explanations()[code])
        text = pages[f"diagnostics/{code}.md"]
        assert text.startswith(f"# {code}: {title.rstrip('.')}\n\nThis is the ")
        assert f'<a id="{code.lower()}"></a>[{code}](diagnostics/{code}.md): ' in index
    assert len(index) < 30_000


def test_nothing_is_lost(divided):
    """Each block of code of the long page is in one of its parts."""
    for whole, index, pages in divided.values():
        parts = [index, *pages.values()]
        for code in re.findall(r"^```\w+\n(.*?)^```", whole, re.DOTALL | re.MULTILINE):
            assert sum(code in part for part in parts) >= 1, code


def test_each_class_has_a_page(divided):
    _, index, pages = divided["reference.md"]
    assert {"reference/Stream.md", "reference/CudaArray.md", "reference/arrays.md"} < set(pages)
    stream = pages["reference/Stream.md"]
    assert stream.startswith("# cp.Stream\n\n```python\ncp.Stream(")
    assert "\n## Stream.synchronize\n" in stream
    for name in reference.names():
        assert len(re.findall(rf"\[`cp\.{re.escape(name)}`\]\(reference/", index)) == 1, name


def test_an_entry_may_have_the_name_of_a_heading_in_code():
    """What looks like a heading in a block of code is none."""
    text = "# Title\n\n```python\n### E101\n```\n\n### E102\n\n**A title.** (error `name`)\n\nWhy.\n"
    index, pages = split_pages.diagnostics(text)
    assert list(pages) == ["diagnostics/E102.md"]
    assert index == "# Title\n\n```python\n### E101\n```\n"
