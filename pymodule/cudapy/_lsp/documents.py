"""The texts that the editor shows, and what is known of them."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

from .facts import Facts, facts_of
from .modules import Modules
from .positions import Lines


class Document:
    """One text of the editor."""

    def __init__(self, uri: str, text: str, version: int | None) -> None:
        self.uri = uri
        self.path = path_of(uri)
        self.text = text
        self.version = version
        self.facts: Facts | None = None
        """What is known of the text as it is; None until somebody asks."""
        self.before: Facts | None = None
        """What was known of the last text without errors."""
        self.reads: set[str] = set()

    def change(self, text: str, version: int | None) -> None:
        self.text, self.version, self.facts = text, version, None


class Documents:
    """All texts of the editor, by URI."""

    def __init__(self) -> None:
        self.encoding = "utf-16"
        self.roots: list[str] = []
        self._open: dict[str, Document] = {}

    def open(self, uri: str, text: str, version: int | None) -> Document:
        document = self._open[uri] = Document(uri, text, version)
        return document

    def close(self, uri: str) -> None:
        self._open.pop(uri, None)

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def readers_of(self, path: str) -> list[Document]:
        """Returns the texts that import a file."""
        return [each for each in self._open.values() if path in each.reads]

    def facts(self, document: Document) -> Facts:
        """Returns what is known of a text, which the translator reads where nobody has asked before."""
        if document.facts is None:
            modules = self.modules(document)
            document.facts = facts_of(document.text, document.path, modules.find)
            document.reads = modules.read
            if not any(each["severity"] == "error" for each in document.facts.diagnostics):
                document.before = document.facts
        return document.facts

    def modules(self, document: Document) -> Modules:
        """Returns the modules that a text may import."""
        texts = {each.path: each.text for each in self._open.values()}
        return Modules(document.path, texts, self.roots)

    def lines(self, document: Document) -> Lines:
        return Lines(document.text, self.encoding)

    def lines_of(self, path: str) -> Lines | None:
        """Returns the lines of a file, from the editor where it shows them; None if it cannot be read."""
        for each in self._open.values():
            if each.path == path:
                return self.lines(each)
        try:
            with open(path, encoding="utf-8", errors="replace", newline="") as file:
                return Lines(file.read(), self.encoding)
        except (OSError, ValueError):
            return None

    def uri_of(self, path: str) -> str:
        """Returns the URI of a file, as the editor spells it where it shows the file."""
        for each in self._open.values():
            if each.path == path:
                return each.uri
        return "file://" + quote(path)


def path_of(uri: str) -> str:
    """Returns the path of a file, and the URI itself of what is no file, as a text that was never saved."""
    parts = urlsplit(uri)
    path = unquote(parts.path) if parts.scheme == "file" else uri
    return path.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
