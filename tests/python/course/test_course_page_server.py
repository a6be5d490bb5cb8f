"""What the course's page asks its server, and what the server refuses."""

import http.client
import json
import os
import subprocess
import sys
import threading
import time

import pytest
from course_answers import answers
from page_client import Client, served

from cudapy._course.browser.server import CoursePage
from cudapy._course.catalogue import exercise, exercises
from cudapy._course.student import Folder, text_of


@pytest.fixture
def server(tmp_path):
    with served(CoursePage(tmp_path)) as made:
        yield made


@pytest.fixture
def client(server):
    return Client(server)


def get(client, name):
    status, _, body = client.ask("GET", client.start + name)
    return status, body.decode()


def refused(client, order, body):
    status, _, answer = client.ask("POST", client.start + order, body)
    return status, answer.decode().rstrip("\n")


def test_the_list(client):
    status, body = get(client, "exercises")
    found = json.loads(body)
    assert status == 200 and len(found) == 32
    assert found[17] == {"number": 18, "title": "transpose", "unit": "unit 5, tiles", "state": ""}


def test_an_exercise_is_put_into_the_folder_when_it_is_opened(client, tmp_path):
    found = json.loads(get(client, "exercise/1")[1])
    text = text_of(exercise(1))
    assert (tmp_path / "01_brighten.py").read_text("utf-8") == text
    assert found.pop("version") and found.pop("story") == exercise(1).story.strip()
    assert found == {
        "number": 1,
        "title": "brighten",
        "unit": "unit 1, one thread",
        "signature": "# brighten : void (float* X, float by)",
        "limits": [each.text for each in exercise(1).limits],
        "has_kernel": True,
        "file": str(tmp_path / "01_brighten.py"),
        "text": text,
        "hints": [],
        "hints_left": 3,
    }


def test_a_file_is_saved_over_what_was_seen_alone(client, tmp_path):
    path = tmp_path / "01_brighten.py"
    version = json.loads(get(client, "exercise/1")[1])["version"]
    later = client.post("save", {"exercise": 1, "text": "# one\n", "version": version})["version"]
    assert path.read_text("utf-8") == "# one\n"
    assert refused(client, "save", {"exercise": 1, "text": "# two\n", "version": version}) == (
        412,
        "01_brighten.py was changed by another program",
    )
    assert path.read_text("utf-8") == "# one\n"
    client.post("save", {"exercise": 1, "text": "# zwei: \u00e4\n", "version": later})
    assert path.read_text("utf-8") == "# zwei: \u00e4\n"
    client.post("save", {"exercise": 1, "text": "# three\n", "version": None})
    assert path.read_text("utf-8") == "# three\n"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["01_brighten.py"]


def test_checks_hints_and_progress(client, tmp_path):
    solution, wrong = answers(1)
    get(client, "exercise/1")
    client.post("save", {"exercise": 1, "text": wrong["everyone-does-everything"], "version": None})
    found = client.post("check", {"exercise": 1, "run": "a"})
    assert (found["report"]["is_right"], found["report"]["mistake"]) == (False, "everyone-does-everything")
    assert found["exercises"][0]["state"] == "begun"
    hints = client.post("hint", {"exercise": 1})
    assert hints == {"hints": [" ".join(exercise(1).hints[0].split())], "hints_left": 2}
    for _ in range(4):
        hints = client.post("hint", {"exercise": 1})
    assert (len(hints["hints"]), hints["hints_left"]) == (3, 0)
    client.post("save", {"exercise": 1, "text": solution, "version": None})
    found = client.post("check", {"exercise": 1, "run": "b"})
    assert found["report"]["is_right"] is True
    assert found["exercises"][0]["state"] == "right"
    stored = json.loads((tmp_path / "progress.json").read_text("utf-8"))
    assert stored["exercises"] == {"1": {"is_right": True, "checks": 2, "hints": 3}}


def test_carets_count_what_a_page_counts(client):
    get(client, "exercise/18")
    text = answers(18)[1]["column-of-tile"]
    assert "        B[r, c] = tile[x, y]\n" in text
    text = text.replace(
        "        B[r, c] = tile[x, y]\n",
        "        gr\u00fc\u00df = tile[x, y]\n        B[r, c] = gr\u00fc\u00df\n",
    )
    client.post("save", {"exercise": 18, "text": text, "version": None})
    report = client.post("check", {"exercise": 18, "run": "a"})["report"]
    row = next(each for each in report["rows"] if each["state"] == "wrong")
    units = row["source"].encode("utf-16-le")
    assert units[2 * row["column"] : 2 * row["end_column"]].decode("utf-16-le") == "tile[x, y]"


def test_pictures(client, tmp_path):
    get(client, "exercise/9")
    assert refused(client, "picture", {"exercise": 9, "run": "a"}) == (409, "9 predict has no kernel to draw")
    get(client, "exercise/10")
    client.post("save", {"exercise": 10, "text": answers(10)[0], "version": None})
    assert client.post("picture", {"exercise": 10, "run": "a"}) == {}
    status, headers, body = client.ask("GET", client.start + "picture/10?again")
    assert status == 200 and b"<svg" in body
    assert headers["Content-Security-Policy"] == (
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'"
    )
    assert headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize(
    "name",
    [
        "exercise/0",
        "exercise/33",
        "exercise/-1",
        "exercise/1e1",
        "exercise/",
        "exercise/../1",
        "exercise/\u0661",
        "picture/99",
    ],
)
def test_an_exercise_that_is_none_is_refused(client, name):
    from urllib.parse import quote

    status, body = get(client, quote(name))
    assert (status, body) == (
        400,
        "the request is not understood: expected an exercise, a number from 1 to 32\n",
    )


@pytest.mark.parametrize(
    "order, body, status",
    [
        ("save", {"exercise": "1", "text": ""}, 400),
        ("save", {"exercise": True, "text": ""}, 400),
        ("save", {"exercise": 1}, 400),
        ("save", {"exercise": 1, "text": "", "version": 3}, 400),
        ("check", {"exercise": 1}, 400),
        ("check", {"exercise": 10**30, "run": "a"}, 400),
        ("hint", {}, 400),
        ("stop", {}, 400),
        ("run", {"text": ""}, 404),
    ],
)
def test_what_no_page_sends_is_refused(client, order, body, status):
    assert refused(client, order, body)[0] == status


def test_a_text_that_is_no_unicode_is_refused_and_the_file_stays(client, tmp_path):
    get(client, "exercise/1")
    raw = b'{"exercise": 1, "text": "\\ud800", "version": null}'
    status, _, _ = client.ask("POST", client.start + "save", raw=raw)
    assert status == 400
    assert (tmp_path / "01_brighten.py").read_text("utf-8") == text_of(exercise(1))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["01_brighten.py"]


def test_a_file_that_is_a_link_is_neither_read_nor_written(client, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("mine", "utf-8")
    (tmp_path / "01_brighten.py").symlink_to(secret)
    assert get(client, "exercise/1")[0] == 409
    (tmp_path / "10_copy_rows.html").symlink_to(secret)
    assert get(client, "picture/10")[0] == 409
    assert refused(client, "save", {"exercise": 1, "text": "new", "version": "x"})[0] == 409
    assert secret.read_text("utf-8") == "mine"


def test_progress_that_cannot_be_read_is_told(client, tmp_path):
    (tmp_path / "progress.json").write_text("{", "utf-8")
    status, body = get(client, "exercises")
    assert status == 409
    assert body.startswith(f"{tmp_path / 'progress.json'} cannot be read (") and body.endswith(
        "remove it to begin anew\n"
    )


ENDLESS = (
    "from cudapy import idx\n\n\n# brighten : void (float* X, float by)\n"
    "def brighten(X, by):\n    while by == by:\n        X[0] += by\n"
)


def children():
    """The processes that the course has begun and that are there yet."""
    found = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{each}/cmdline", "rb") as file:
                if b"course\0--dir" in file.read() and os.getpgid(int(each)) != os.getpgid(0):
                    found.append(int(each))
        except OSError:
            pass
    return set(found)


def test_a_page_that_goes_ends_its_check(client, tmp_path):
    before = children()
    get(client, "exercise/1")
    client.post("save", {"exercise": 1, "text": ENDLESS, "version": None})
    connection = http.client.HTTPConnection("127.0.0.1", client.server.guard.port, timeout=30)
    body = json.dumps({"exercise": 1, "run": "a"})
    headers = {"Host": client.host, "Origin": f"http://{client.host}", "Content-Type": "application/json"}
    connection.request("POST", client.start + "check", body, headers)
    deadline = time.monotonic() + 30
    while not children() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert children() - before
    connection.close()
    while children() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not children() - before


def test_a_check_is_stopped_and_four_are_the_most(client):
    get(client, "exercise/1")
    client.post("save", {"exercise": 1, "text": ENDLESS, "version": None})
    ended = []

    def check(name):
        ended.append(refused(client, "check", {"exercise": 1, "run": name}))

    threads = [threading.Thread(target=check, args=(name,)) for name in "abcd"]
    for each in threads:
        each.start()
    deadline = time.monotonic() + 30
    while len(client.server.checks._under_way) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert refused(client, "check", {"exercise": 1, "run": "e"}) == (
        409,
        "4 checks are under way: stop one of them",
    )
    assert all(client.post("stop", {"run": name})["stopped"] for name in "abcd")
    for each in threads:
        each.join(30)
    assert ended == [(410, "stopped")] * 4
    assert client.post("stop", {"run": "a"}) == {"stopped": False}


def test_what_a_terminal_and_the_page_do_at_once_is_not_lost(tmp_path):
    """Many processes change the progress of one folder: none loses what another did."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom cudapy._course.catalogue import exercise\n"
        "from cudapy._course.student import Folder\n"
        "for _ in range(50):\n"
        "    with Folder(Path(sys.argv[1])).changing(exercise(int(sys.argv[2]))) as progress:\n"
        "        progress.checks += 1\n"
    )
    made = [
        subprocess.Popen([sys.executable, "-c", program, str(tmp_path), str(number)])
        for number in (1, 2, 1, 3)
    ]
    assert [each.wait(60) for each in made] == [0, 0, 0, 0]
    assert {number: each.checks for number, each in Folder(tmp_path).progress.items()} == {
        1: 100,
        2: 50,
        3: 50,
    }


def test_the_command_serves_a_folder_and_says_where(tmp_path):
    made = subprocess.Popen(
        [sys.executable, "-m", "cudapy", "course", "open", str(tmp_path / "kernels"), "--no-browser"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = "".join(made.stdout.readline() for _ in range(5))
        assert said.startswith("The course is at\n\n    http://127.0.0.1:") and said.endswith(
            "/\n\nCtrl-C ends it.\n"
        )
        assert len(Folder(tmp_path / "kernels").present()) == len(exercises())
    finally:
        made.terminate()
        _, complaint = made.communicate(timeout=20)
    assert (made.returncode, complaint) == (0, "")


def test_a_port_that_is_taken_is_told(tmp_path, capsys):
    import socket

    from cudapy.__main__ import main

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["course", "open", str(tmp_path), "--port", str(port), "--no-browser"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"python -m cudapy course: the page cannot be served at port {port}: ")
