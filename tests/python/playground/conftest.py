"""A playground that is served while the tests run, and a browser that looks at it."""

import http.client
import json
import os
import shutil
import sys
import threading

import pytest

sys.path.insert(0, os.path.dirname(__file__))


@pytest.fixture(scope="session")
def playground():
    from cudapy._playground.server import Playground
    from cudapy._playground.supervision import Limits

    server = Playground(limits=Limits(seconds=20, printed=20_000))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
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
            sent |= {"Origin": f"http://{self.host}", "Content-Type": "application/json", "Content-Length": str(len(data))}
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

    def run(self, name="a run", **request):
        """The events of a run."""
        given = {"text": "", "kernel": "", "threads": "1", "block": "", "shared": "", "inputs": {}, "checked": True, "trace": False, "run": name}
        status, _, answer = self.ask("POST", self.start + "run", given | request)
        assert status == 200, (status, answer)
        return [json.loads(line) for line in answer.splitlines()]


@pytest.fixture(scope="session")
def client(playground):
    return Client(playground)


def missing(what):
    """scripts/test installs what these tests need, and says so; elsewhere they may be left out."""
    message = f"{what} is missing: `scripts/setup test` installs it"
    if os.environ.get("CUDAPY_TEST_BROWSER") == "1":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def browser():
    from selenium import webdriver

    binary = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    driver = shutil.which("chromedriver")
    if not binary or not driver:
        missing("a Chromium with its driver")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for each in ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield made
    made.quit()
