"""What MkDocs does besides for the site of the documents: the README is its first page, headings have the
names that GitHub gives them, a link to a file of the repository leads to a page with that file, a block of
code that is a file has its name above it, pages of which the tree has an index are whole, and the longest of
these are divided."""

from __future__ import annotations

import functools
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

import made_pages  # noqa: E402
import reference  # noqa: E402
import split_pages  # noqa: E402

LANGUAGES = {".py": "python", ".cpp": "cpp", ".h": "cpp", ".cu": "cuda", ".txt": "text"}
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"^<!-- (?:file|from) (\S+) -->\n```(\w+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^()\s#]+)((?:#[^()\s]*(?:\([^()]*\))?[^()\s]*)?)\)")


def in_repository(source: str) -> str:
    """Returns where in the repository the text of a page of the site is."""
    if source == "index.md":
        return "README.md"
    return source.removeprefix("files/") if source.startswith("files/") else f"docs/{source}"


def page_for(path: str) -> str:
    """Returns the site's page, or picture, for a file or a folder of the repository."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"files/{path}" if path.endswith(".md") else f"files/{path}.md"


def outside_code(text: str, change: Any) -> str:
    """Returns the text with `change` made to what is no code."""
    parts, end = [], 0
    for code in CODE.finditer(text):
        parts += [change(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, change(text[end:])])


def links(path: str, text: str) -> set[str]:
    """Returns the files and folders of the repository outside of docs/ that a page links."""
    found = set()
    for link in LINK.findall(CODE.sub("", text)):
        if not re.match(r"[a-z]+:", link[0]):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link[0]))
            if not target.startswith("docs/") and target != "README.md" and (ROOT / target).exists():
                found.add(target)
    return found


def rewritten(source: str, text: str) -> str:
    """Returns the text of the site's page `source` with its links as the site has them."""
    path = in_repository(source)

    def link(match: re.Match[str]) -> str:
        if re.match(r"[a-z]+:", match[1]):
            return match[0]
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match[1]))
        if not (ROOT / target).exists():
            return match[0]  # MkDocs reports it
        return f"]({posixpath.relpath(page_for(target), posixpath.dirname(source) or '.')}{match[2]})"

    return outside_code(text, lambda part: LINK.sub(link, part))


def files_of(folder: str) -> list[str]:
    """Returns the files of a folder that git knows, or would."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder]
    return sorted(
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    )


def text_of(path: str) -> str:
    """Returns the page that shows a file or a folder."""
    if (ROOT / path).is_dir():
        return f"# {path}/\n\n" + "".join(f"- [{file}]({file})\n" for file in files_of(path))
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.endswith(".md"):
        return text
    fence = "```" if "```" not in text else "~~~~"
    return f"# {path}\n\n{fence}{LANGUAGES.get(Path(path).suffix, 'text')}\n{text.rstrip()}\n{fence}\n"


@functools.cache
def divided(source: str) -> tuple[str, dict[str, str]]:
    """Returns the text of a page of which the tree has an index, or an empty one, and the pages that were
    parts of it."""
    whole = made_pages.WHOLE[source]() if source in made_pages.WHOLE else ""
    return split_pages.DIVIDED[source](whole) if source in split_pages.DIVIDED else (whole, {})


def whole_page(source: str) -> str:
    return divided(source)[0]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    config.mdx_configs["toc"]["slugify"] = lambda heading, separator: reference.anchor(heading)
    if os.environ.get("MIKE_DOCS_VERSION"):  # one of several versions, among which a reader chooses
        config.extra["version"] = {"provider": "mike"}
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    files.append(File.generated(config, "index.md", abs_src_path=str(ROOT / "README.md")))
    wanted = {"CHANGELOG.md"} | links("README.md", (ROOT / "README.md").read_text(encoding="utf-8"))
    for page in (ROOT / "docs").rglob("*.md"):
        path = page.relative_to(ROOT).as_posix()
        wanted |= links(path, whole_page(path.removeprefix("docs/")) or page.read_text(encoding="utf-8"))
    for source in split_pages.DIVIDED:
        for part, text in divided(source)[1].items():
            page = File.generated(config, part, content=text)
            page.inclusion = page.inclusion.NOT_IN_NAV
            files.append(page)
    made: set[str] = set()
    while wanted - made:
        path = min(wanted - made)
        made.add(path)
        text = text_of(path)
        wanted |= (
            set(files_of(path))
            if (ROOT / path).is_dir()
            else links(path, text)
            if path.endswith(".md")
            else set()
        )
        page = File.generated(config, page_for(path), content=text)
        page.inclusion = page.inclusion.NOT_IN_NAV
        files.append(page)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    source = page.file.src_uri
    if source == "index.md":
        page.meta["hide"] = ["navigation"]  # it would have one entry
    path = in_repository(source.removesuffix(".md")) if source.startswith("files/") else ""
    if path and (ROOT / path).is_dir():  # its links are relative to the repository
        return re.sub(
            r"\]\((.*)\)",
            lambda m: f"]({posixpath.relpath(page_for(m[1]), posixpath.dirname(source))})",
            markdown,
        )
    return rewritten(source, NAMED.sub(r'```\2 title="\1"', whole_page(source) or markdown))
