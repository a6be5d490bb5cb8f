"""The server: what an editor tells and asks, and the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import wraps
from typing import Any, BinaryIO, TypeVar

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from .. import _core
from .actions import actions
from .completion import completions
from .definitions import definition
from .diagnostics import diagnostics
from .documents import Document, Documents, path_of
from .hover import hover
from .lenses import SHOW_CPP, SHOW_CUDA, Shown, lenses, translation

DELAY = 0.2
"""The seconds without a change after which a text is looked at. An editor may name others when it starts the
server, as the option `delay`."""

_Answer = TypeVar("_Answer")


class Server:
    """A server for one editor."""

    def __init__(self) -> None:
        self.documents = Documents()
        self._delay: float = DELAY
        self._waiting: dict[str, asyncio.TimerHandle] = {}
        self._shown = Shown()
        # Texts come as wholes: parts of them would have to be counted in units and lines as editors do.
        self.language_server = LanguageServer(
            "cudapy", _core.version, text_document_sync_kind=lsp.TextDocumentSyncKind.Full
        )
        feature = self.language_server.feature
        feature(lsp.INITIALIZE)(self._guarded(self._initialize))
        feature(lsp.INITIALIZED)(self._guarded(self._initialized))
        feature(lsp.TEXT_DOCUMENT_DID_OPEN)(self._guarded(self._did_open))
        feature(lsp.TEXT_DOCUMENT_DID_CHANGE)(self._guarded(self._did_change))
        feature(lsp.TEXT_DOCUMENT_DID_SAVE)(self._guarded(self._did_save))
        feature(lsp.TEXT_DOCUMENT_DID_CLOSE)(self._guarded(self._did_close))
        feature(lsp.TEXT_DOCUMENT_HOVER)(self._guarded(self._hover))
        completion_options = lsp.CompletionOptions(trigger_characters=["."])
        feature(lsp.TEXT_DOCUMENT_COMPLETION, completion_options)(self._guarded(self._completion))
        feature(lsp.TEXT_DOCUMENT_DEFINITION)(self._guarded(self._definition))
        feature(lsp.TEXT_DOCUMENT_CODE_LENS)(self._guarded(self._lenses))
        action_options = lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
        feature(lsp.TEXT_DOCUMENT_CODE_ACTION, action_options)(self._guarded(self._actions))
        for command in (SHOW_CUDA, SHOW_CPP):
            self.language_server.command(command)(self._showing(command))

    def start(self, told: BinaryIO, answers: BinaryIO) -> None:
        """Serves until the editor says that it is done."""
        try:
            self.language_server.start_io(told, answers)
        finally:
            self._shown.remove()

    # ---- what the editor tells

    def _initialize(self, told: lsp.InitializeParams) -> None:
        options = told.initialization_options
        delay = options.get("delay") if isinstance(options, dict) else None
        if isinstance(delay, (int, float)) and 0 <= delay <= 60:
            self._delay = delay

    def _initialized(self, _: lsp.InitializedParams) -> None:
        workspace = self.language_server.workspace
        encoding = getattr(workspace.position_encoding, "value", workspace.position_encoding)
        self.documents.encoding = str(encoding)
        self.documents.roots = [path_of(uri) for uri in workspace.folders]

    def _did_open(self, told: lsp.DidOpenTextDocumentParams) -> None:
        item = told.text_document
        self._look_at(self.documents.open(item.uri, item.text, item.version))

    def _did_change(self, told: lsp.DidChangeTextDocumentParams) -> None:
        document = self.documents.get(told.text_document.uri)
        if document is None or not told.content_changes:
            return
        document.change(told.content_changes[-1].text, told.text_document.version)
        self._look_soon(document)
        for reader in self.documents.readers_of(document.path):
            if reader is not document:
                reader.facts = None
                self._look_soon(reader)

    def _did_save(self, told: lsp.DidSaveTextDocumentParams) -> None:
        for reader in self.documents.readers_of(path_of(told.text_document.uri)):
            reader.facts = None
            self._look_soon(reader)

    def _did_close(self, told: lsp.DidCloseTextDocumentParams) -> None:
        uri = told.text_document.uri
        self._forget_waiting(uri)
        self.documents.close(uri)
        self._publish(uri, [], None)

    # ---- diagnostics

    def _look_soon(self, document: Document) -> None:
        self._forget_waiting(document.uri)
        loop = asyncio.get_running_loop()
        self._waiting[document.uri] = loop.call_later(self._delay, self._look_at, document)

    def _forget_waiting(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    def _look_at(self, document: Document) -> None:
        self._forget_waiting(document.uri)
        facts = self.documents.facts(document)
        found = diagnostics(facts, self.documents.lines(document), self.documents.uri_of)
        self._publish(document.uri, found, document.version)

    def _publish(self, uri: str, found: list[lsp.Diagnostic], version: int | None) -> None:
        self.language_server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, found, version)
        )

    # ---- what the editor asks

    def _hover(self, request: lsp.HoverParams) -> lsp.Hover | None:
        document = self.documents.get(request.text_document.uri)
        if document is None:
            return None
        facts, lines = self.documents.facts(document), self.documents.lines(document)
        return hover(facts, document.before, lines, request.position)

    def _completion(self, request: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        document = self.documents.get(request.text_document.uri)
        if document is None:
            return []
        facts, lines = self.documents.facts(document), self.documents.lines(document)
        return completions(facts, document.before, lines, *lines.place(request.position))

    def _definition(self, request: lsp.DefinitionParams) -> lsp.Location | None:
        document = self.documents.get(request.text_document.uri)
        if document is None:
            return None
        facts, lines = self.documents.facts(document), self.documents.lines(document)
        place = definition(facts, lines, *lines.place(request.position))
        there = self.documents.lines_of(place.file) if place else None
        if place is None or there is None:
            return None
        return lsp.Location(self.documents.uri_of(place.file), there.range(*place[1:]))

    def _lenses(self, request: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = self.documents.get(request.text_document.uri)
        if document is None:
            return []
        return lenses(self.documents.facts(document), self.documents.lines(document), document.uri)

    def _actions(self, request: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        document = self.documents.get(request.text_document.uri)
        if document is None:
            return []
        facts, lines = self.documents.facts(document), self.documents.lines(document)
        return actions(facts, lines, request.range, document.uri)

    def _showing(self, command: str) -> Callable[..., dict[str, str]]:
        """Returns the command that gives the translation of a kernel, and asks the editor to show it."""

        def show(uri: str, kernel: str) -> dict[str, str]:
            document = self.documents.get(uri)
            if document is None:
                return {"language": "", "text": "", "problem": f"{uri} is not open"}
            find = self.documents.modules(document).find
            made = translation(self.documents.facts(document), document.text, command, kernel, find)
            window = self.language_server.client_capabilities.window
            if made["problem"]:
                told = lsp.ShowMessageParams(lsp.MessageType.Warning, made["problem"])
                self.language_server.window_show_message(told)
            elif window is not None and window.show_document is not None and window.show_document.support:
                file = self._shown.write(made["text"], command, document.path, kernel)
                self.language_server.window_show_document(lsp.ShowDocumentParams(file), lambda _: None)
            return made

        return show

    # ---- mistakes of ours

    def _guarded(self, answer: Callable[[Any], _Answer]) -> Callable[[Any], _Answer | None]:
        """Returns a function that does what `answer` does, and tells the editor's log of an exception."""

        @wraps(answer)
        def guarded(request: Any) -> _Answer | None:
            try:
                return answer(request)
            except Exception as error:
                text = f"{answer.__name__.strip('_')}: {type(error).__name__}: {error}"
                self.language_server.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, text))
                return None

        return guarded
