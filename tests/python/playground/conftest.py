"""A playground that is served while the tests run."""

import json
import os
import sys

import pytest
from page_client import Client, served

sys.path.insert(0, os.path.dirname(__file__))


@pytest.fixture(scope="session")
def playground():
    from cudapy._playground.server import Playground
    from cudapy._playground.supervision import Limits

    with served(Playground(limits=Limits(seconds=20, printed=20_000))) as server:
        yield server


class Player(Client):
    def run(self, name="a run", **request):
        """The events of a run."""
        given = {
            "text": "",
            "kernel": "",
            "threads": "1",
            "block": "",
            "shared": "",
            "inputs": {},
            "checked": True,
            "trace": False,
            "run": name,
        }
        status, _, answer = self.ask("POST", self.start + "run", given | request)
        assert status == 200, (status, answer)
        return [json.loads(line) for line in answer.splitlines()]


@pytest.fixture(scope="session")
def client(playground):
    return Player(playground)
