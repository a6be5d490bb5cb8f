"""Asks a server of a page what the page asks."""

import contextlib
import http.client
import json
import threading


@contextlib.contextmanager
def served(server):
    """The server, which answers meanwhile."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Client:
    """Sends requests as the page does, but for what a test changes."""

    def __init__(self, server):
        self.server = server
        self.host = f"127.0.0.1:{server.guard.port}"
        self.start = f"/{server.guard.token}/"

    def ask(self, method, path, body=None, headers=None, raw=None):
        """(status, the answer's headers, its body)"""
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        sent = {"Host": self.host}
        if data is not None:
            sent |= {
                "Origin": f"http://{self.host}",
                "Content-Type": "application/json",
                "Content-Length": str(len(data)),
            }
        sent |= headers or {}
        connection = http.client.HTTPConnection("127.0.0.1", self.server.guard.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders()
            if data is not None:
                connection.send(data)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def post(self, order, body, **headers):
        status, _, answer = self.ask("POST", self.start + order, body, headers)
        assert status == 200, (status, answer)
        return json.loads(answer)
