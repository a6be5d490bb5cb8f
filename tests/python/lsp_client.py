"""A small client for the language server: it starts `python -m cudapy lsp` and speaks to it over pipes."""

import json
import queue
import subprocess
import sys
import threading

WAIT = 60


class Client:
    """An editor with a server of its own. `capabilities` is what the editor says that it can do."""

    def __init__(self, capabilities=None, folders=()):
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cudapy", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._answers = {}
        self._told = queue.Queue()
        self._number = 0
        self.asked = []  # what the server asked
        threading.Thread(target=self._read, daemon=True).start()
        self.server = self.ask(
            "initialize",
            processId=None,
            rootUri=None,
            capabilities=capabilities or {},
            initializationOptions={"delay": 0.05},
            workspaceFolders=[{"uri": each, "name": each} for each in folders] or None,
        )
        self.tell("initialized")

    # ---- messages

    def ask(self, method, **parameters):
        """The server's answer; an error of the server is an AssertionError."""
        self._number += 1
        answers = self._answers[self._number] = queue.Queue()
        self._send({"id": self._number, "method": method, "params": parameters})
        answer = answers.get(timeout=WAIT)
        assert "error" not in answer, answer
        return answer["result"]

    def tell(self, method, **parameters):
        self._send({"method": method, "params": parameters})

    def told(self, method, **wanted):
        """The parameters of the next message of that method, and with these parameters, that the server
        sends."""
        while True:
            message = self._told.get(timeout=WAIT)
            parameters = message["params"]
            if message["method"] == method and all(parameters.get(name) == wanted[name] for name in wanted):
                return parameters

    def close(self):
        self.ask("shutdown")
        self.tell("exit")
        assert self._process.wait(timeout=WAIT) == 0

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._process.stdin.flush()

    def _read(self):
        stream = self._process.stdout
        while line := stream.readline():
            length = int(line.split(b":")[1])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            if "method" not in message:
                self._answers.pop(message["id"]).put(message)
            elif "id" in message:
                self.asked.append((message["method"], message["params"]))
                self._send({"id": message["id"], "result": {"success": True}})
            else:
                self._told.put(message)

    # ---- texts

    def open(self, uri, text, version=1):
        """The diagnostics of a text that is opened."""
        item = {"uri": uri, "languageId": "python", "version": version, "text": text}
        self.tell("textDocument/didOpen", textDocument=item)
        return self.published(uri, version)

    def change(self, uri, text, version):
        self.tell(
            "textDocument/didChange",
            textDocument={"uri": uri, "version": version},
            contentChanges=[{"text": text}],
        )
        return self.published(uri, version)

    def published(self, uri, version):
        return self.told("textDocument/publishDiagnostics", uri=uri, version=version)["diagnostics"]

    def at(self, method, uri, line, character, **more):
        """The answer to what is asked about a place."""
        place = {"line": line, "character": character}
        return self.ask(method, textDocument={"uri": uri}, position=place, **more)


def marked(text, mark="‸"):
    """A text without its mark, and where the mark was: a line and a character in UTF-16."""
    before, after = text.split(mark)
    line = before.rsplit("\n", 1)[-1]
    return before + after, before.count("\n"), len(line.encode("utf-16-le")) // 2
