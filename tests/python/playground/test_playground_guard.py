"""Who is not answered: other pages, other names, other paths, and what is too much."""

import json
import socket

import pytest

from cudapy._pages.guard import MOST_BYTES, Guard

GUARD = Guard("the-token", 8000)
POST = {
    "Host": "127.0.0.1:8000",
    "Origin": "http://127.0.0.1:8000",
    "Content-Type": "application/json",
    "Content-Length": "2",
    "Sec-Fetch-Site": "same-origin",
}


def status(method="POST", path="/the-token/run", **changed):
    headers = {
        name: value
        for name, value in (POST | {name.replace("_", "-"): value for name, value in changed.items()}).items()
        if value is not None
    }
    refusal = GUARD.refusal(method, path, headers)
    return refusal.status if refusal else 200


def test_the_page_itself_is_answered():
    assert status() == 200
    assert status(Sec_Fetch_Site=None) == 200, "an older browser does not send it"
    assert status(Host="localhost:8000", Origin="http://localhost:8000") == 200
    assert status("GET", "/the-token/", Origin=None, Content_Type=None, Content_Length=None) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000",
        "evil.example",
        "127.0.0.1",
        "127.0.0.1:8001",
        "127.0.0.1.evil.example:8000",
        "[::1]:8000",
        "",
        None,
    ],
)
def test_another_host_is_refused(host):
    """A name that an attacker's DNS points here (rebinding) has the attacker's page as its origin."""
    assert status(Host=host, Origin=f"http://{host}") == 403
    assert status("GET", "/the-token/", Host=host) == 403


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://127.0.0.1:8001",
        "https://127.0.0.1:8000",
        "http://localhost:8000",
        "null",
        "",
        None,
    ],
)
def test_another_origin_is_refused(origin):
    assert status(Origin=origin) == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_another_site_is_refused(site):
    assert status(Sec_Fetch_Site=site) == 403


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/run",
        "/the-toke/run",
        "/the-token",
        "/the-tokens/run",
        "the-token/run",
        "//the-token/run",
        "/THE-TOKEN/run",
        "/the%2dtoken/run",
        "/ĳ/run",
        "*",
        "",
    ],
)
def test_a_path_without_the_token_is_refused(path):
    assert (status("GET", path), status("POST", path)) == (404, 404)


@pytest.mark.parametrize(
    "method", ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "RUN"]
)
def test_other_methods_are_refused(method):
    assert status(method) == 405


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", None]
)
def test_what_a_form_can_send_is_refused(kind):
    assert status(Content_Type=kind) == 415


@pytest.mark.parametrize(
    "length, expected",
    [
        (None, 411),
        ("", 411),
        ("-1", 411),
        ("x", 411),
        ("²", 411),
        ("1e3", 411),
        (str(MOST_BYTES), 200),
        (str(MOST_BYTES + 1), 413),
        ("9" * 4000, 413),
    ],
)
def test_lengths(length, expected):
    assert status(Content_Length=length) == expected


def test_chunks_are_refused():
    assert status(Transfer_Encoding="chunked") == 411


# --- The same, by the server.


def test_a_page_and_its_headers(client):
    found, headers, body = client.ask("GET", client.start)
    assert (found, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert body.startswith(b"<!doctype html>")
    assert headers["Content-Security-Policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert {
        name: headers[name]
        for name in (
            "X-Frame-Options",
            "Referrer-Policy",
            "Cache-Control",
            "X-Content-Type-Options",
            "Cross-Origin-Resource-Policy",
        )
    } == {
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    assert "Access-Control-Allow-Origin" not in headers and headers["Server"].strip() == "CudaPy"


@pytest.mark.parametrize(
    "name",
    [
        "../server.py",
        "..%2fserver.py",
        "%2e%2e/server.py",
        "..\\server.py",
        "/etc/passwd",
        "page/index.html",
        "index.html%00",
        "server.py",
        "__init__.py",
        "style.css/",
        ".",
    ],
)
def test_no_path_leads_out_of_the_page(client, name):
    assert client.ask("GET", client.start + name)[0] == 404


def test_wrong_requests(client):
    ask = client.ask
    assert ask("GET", "/")[::2] == (
        404,
        b"there is nothing here: take the address that `python -m cudapy playground` printed\n",
    )
    assert ask("GET", client.start, headers={"Host": "evil.example"})[::2] == (
        403,
        b"the playground answers only to its own address\n",
    )
    assert ask("POST", client.start + "run", {}, {"Origin": "http://evil.example"})[::2] == (
        403,
        b"the playground takes orders only from its own page\n",
    )
    assert ask("POST", client.start + "run", {}, {"Content-Type": "text/plain"})[0] == 415
    assert ask("PUT", client.start + "run", {})[::2] == (405, b"the playground knows only GET and POST\n")
    assert ask("OPTIONS", client.start + "run")[0] == 405
    assert ask("POST", client.start + "nothing", {})[::2] == (
        404,
        b"the playground does not know this order\n",
    )
    assert ask("POST", client.start + "translate", {}, {"Content-Length": str(1 << 30)})[::2] == (
        413,
        b"the request is longer than 1048576 bytes\n",
    )
    for body in (b"{", b"[]", b"\xff", b'{"text": 1}', b"{}", b'{"text": "\\ud800"}', b"[" * 100_000):
        found, _, words = ask("POST", client.start + "translate", raw=body)
        assert found == 400 and words.startswith(b"the request is not understood: "), body[:20]
    for changed in ({"inputs": []}, {"inputs": {"X": 1}}, {"threads": 1}, {"run": None}):
        given = {
            "text": "",
            "kernel": "k",
            "threads": "1",
            "block": "",
            "shared": "",
            "inputs": {},
            "run": "r",
        } | changed
        assert ask("POST", client.start + "run", given)[0] == 400


def test_only_this_machine_is_listened_to(playground):
    assert playground.server_address[0] == "127.0.0.1"
    try:
        others = {each[4][0] for each in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {
            "127.0.0.1"
        }
    except socket.gaierror:
        others = set()
    for other in others:
        with socket.socket() as one:
            one.settimeout(1)
            assert one.connect_ex((other, playground.guard.port)) != 0 or other.startswith("127.")


def test_tokens_differ_and_are_long(playground):
    from cudapy._playground.server import Playground

    with Playground() as other:
        assert other.guard.token != playground.guard.token and len(other.guard.token) >= 43
        assert other.address == f"http://127.0.0.1:{other.guard.port}/{other.guard.token}/"


def test_examples_are_served(client):
    from cudapy._playground.examples import EXAMPLES

    assert json.loads(client.ask("GET", client.start + "examples")[2]) == [
        each.as_json() for each in EXAMPLES
    ]
