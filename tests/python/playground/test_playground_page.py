"""The page in a browser, as someone at a keyboard uses it."""

import json
import os
import time

import pytest

if not os.environ.get("CUDAPY_TEST_BROWSER"):
    pytest.importorskip("selenium", reason="Selenium is missing: `scripts/setup test` installs it")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402


class Page:
    def __init__(self, driver, address):
        self.driver = driver
        self.address = address

    def open(self):
        self.driver.get(self.address + "icon.svg")  # of the same origin, and without a script
        self.driver.execute_script("sessionStorage.clear()")
        self.driver.get(self.address)
        self.translated("no errors")

    def wait(self, done, seconds=30):
        return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: done())

    def translated(self, status):
        """Waits for the translation of what is there now, and looks what is said of it."""
        self.wait(lambda: self.script("return document.body.dataset.state") == "translated")
        assert self.text("translation-status") == status

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.find(name).text

    def all(self, selector):
        return [each.text for each in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def example(self, name):
        Select(self.find("examples")).select_by_value(name)
        self.translated("no errors")

    def press(self, *keys):
        """Where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focused(self):
        return self.script(
            "return document.activeElement.id || document.activeElement.name || "
            "document.activeElement.tagName"
        )

    def run(self):
        """Runs by the keyboard, and gives what the status says then."""
        self.press(Keys.CONTROL, Keys.ENTER)
        self.wait(lambda: self.find("run").is_enabled() and self.text("run-status") != "Not run yet")
        return self.text("run-status")

    def lit(self, name):
        return [each.split("\n")[-1].strip() for each in self.all(f"#{name} .lit")]

    def emitted(self, name="cuda"):
        return self.script(
            f"return [...document.querySelectorAll('#{name} > div')].map(line => "
            "line.lastChild.textContent).join('\\n')"
        )


@pytest.fixture(scope="module")
def page(playground, browser):
    made = Page(browser, playground.address)
    made.open()
    return made


@pytest.fixture
def fresh(page):
    page.open()
    return page


def caret_at(page, line, column=0):
    page.script(
        "const area = document.getElementById('text'), lines = area.value.split('\\n');const place = "
        "lines.slice(0, arguments[0] - 1).reduce((sum, each) => sum + each.length + 1, 0) + "
        "arguments[1];area.focus(); area.setSelectionRange(place, place)",
        line,
        column,
    )


def test_a_right_kernel_shows_its_cuda_and_what_the_cpu_gets(fresh):
    assert (
        'extern "C" __global__ void saxpy(unsigned threads, float alpha, const float* X, int X_len, float* Y)'
        in fresh.emitted()
    )
    assert "Y[idx] = alpha * X[idx] + Y[idx];" in fresh.emitted()
    assert fresh.find("cuda").is_displayed() and not fresh.find("cpu").is_displayed()
    fresh.find("tab-cpu").click()
    assert fresh.find("cpu").is_displayed() and not fresh.find("cuda").is_displayed()
    assert (
        "static inline void saxpy(int idx, float alpha, const float* X, int /*X_len*/, float* Y)"
        in fresh.emitted("cpu")
    )


def test_lines_that_belong_together_are_lit(fresh):
    caret_at(fresh, 7)
    fresh.wait(lambda: fresh.lit("cuda") == ["if (idx < X_len) {", "}"])
    assert fresh.script("return document.querySelector('.copy .lit').textContent") == "    if idx < len(X):"
    caret_at(fresh, 8)
    fresh.wait(lambda: fresh.lit("cuda") == ["Y[idx] = alpha * X[idx] + Y[idx];"])
    caret_at(fresh, 1)
    fresh.wait(lambda: fresh.lit("cuda") == [])
    fresh.find("tab-cpu").click()
    caret_at(fresh, 8)
    fresh.wait(lambda: fresh.lit("cpu") == ["Y[idx] = alpha * X[idx] + Y[idx];"])
    # And the other way round, only by arrows.
    fresh.find("tab-cuda").click()
    fresh.press(Keys.TAB)
    assert fresh.focused() == "cuda"
    for _ in range(6):
        fresh.press(Keys.ARROW_DOWN)
    assert fresh.lit("cuda") == ["Y[idx] = alpha * X[idx] + Y[idx];"]
    assert (
        fresh.script("return document.querySelector('.copy .lit').textContent.trim()")
        == "Y[idx] = alpha * X[idx] + Y[idx]"
    )


def test_an_error_is_shown_at_its_place_while_one_types(fresh):
    caret_at(fresh, 8, 16)
    began = time.monotonic()
    fresh.press(" wrong +")
    fresh.translated("1 error; line 8: unknown name `wrong`")
    assert time.monotonic() - began < 8
    assert fresh.all(".copy .error-span") == ["wrong"]
    assert fresh.all(".copy .message") == ["unknown name `wrong`"]
    assert fresh.all(".gutter .wrong") == ["8"]
    assert fresh.all("#problems li") == [
        "error in line 8: unknown name `wrong` (not defined here)\n"
        "assign `wrong` before it is used, make it a parameter, or define it as a constant at the top level "
        "of the module"
    ]
    assert fresh.text("code-note") == "as before the errors" and "saxpy" in fresh.emitted()
    # The same column as in the textarea: both have the same letters at the same places.
    line = fresh.script(
        "return [...document.querySelectorAll('.copy > div')].map(line => [...line.childNodes].filter(each "
        "=> !each.classList?.contains('message')).map(each => each.textContent).join('')).slice(0, "
        "-1).join('\\n')"
    )
    assert line == fresh.find("text").get_property("value")
    caret_at(fresh, 1)
    fresh.press(Keys.F8)
    assert (
        fresh.script(
            "const area = document.getElementById('text'); return area.value.slice(area.selectionStart, "
            "area.selectionStart + 5)"
        )
        == "wrong"
    )
    fresh.press(*[Keys.DELETE] * 7)
    fresh.translated("no errors")
    assert fresh.all("#problems li") == fresh.all(".copy .message") == fresh.all(".gutter .wrong") == []
    assert fresh.text("code-note") == ""


def test_run_shows_results_and_memory(fresh):
    fresh.find("text").click()
    assert fresh.run().startswith("Ran checked on 100 threads in ")
    assert fresh.all("#results h3") == [
        "Y float*, 100 elements, 99 changed",
        "X float*, 100 elements, none changed",
    ]
    first = fresh.script(
        "return [...document.querySelectorAll('#results table')[0].querySelectorAll('td')].map(each => "
        "[each.textContent, each.className])"
    )
    assert first == [[f"{1.0 + i}", "changed" if i else ""] for i in range(100)]
    fresh.find("tab-memory").click()
    lines = fresh.all("#memory .of-line")
    assert lines == ["line 7  if idx < len(X):", "line 8  Y[idx] = alpha * X[idx] + Y[idx]"]
    assert fresh.all("#memory tr:not(.of-line)")[1:] == [
        "decides 4 times",
        "reads X, 4 bytes a lane 4 13 sectors 13 25",
        "reads Y, 4 bytes a lane 4 13 sectors 13 25",
        "writes Y, 4 bytes a lane 4 13 sectors 13 25",
    ]
    assert fresh.all("#memory summary") == ["Picture of line 8", "Picture of the blocks"]
    picture = fresh.driver.find_element(By.CSS_SELECTOR, "#memory svg")
    assert picture.size["width"] > 300 and picture.size["height"] > 100
    ids = fresh.script("return [...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
    labelled = fresh.script(
        "return [...document.querySelectorAll('[aria-labelledby]')].filter(each => "
        "each.getAttribute('aria-labelledby').split(' ').some(id => !document.getElementById(id))).length"
    )
    assert labelled == 0


def test_what_the_checked_mode_finds_is_at_its_line(fresh):
    fresh.example("race")
    fresh.find("text").click()
    assert fresh.run() == "Failed in line 11"
    assert fresh.all("#results .failure strong") == ["The launch failed"]
    assert fresh.all("#results .failure p")[1].endswith("Write `atomicAdd(H, X[idx], 1)`.")
    assert fresh.all(".gutter .wrong") == ["11"]
    (message,) = fresh.all(".copy .message")
    assert message.startswith("a race on H[2]: thread ")
    fresh.wait(lambda: fresh.lit("cuda") == ["H[X[idx]] += 1;"])
    fresh.driver.find_element(By.CSS_SELECTOR, "#results .line-link").click()
    assert fresh.focused() == "text"
    assert (
        fresh.script(
            "const area = document.getElementById('text'); return area.value.slice(0, "
            "area.selectionStart).split('\\n').length"
        )
        == 11
    )


PRINTS = """
import time
print("begun")
# k : void (int* X)
def k(X):
    X[idx] = 1
time.sleep(60)
"""


def replace(page, text):
    page.find("text").click()
    page.script(
        "const area = document.getElementById('text'); area.value = arguments[0]; area.dispatchEvent(new "
        "Event('input'))",
        text,
    )
    page.translated("no errors")


def test_stop_ends_a_run(fresh, playground):
    replace(fresh, PRINTS)
    assert fresh.find("input-X").get_property("value") == "[i for i in range(64)]"
    fresh.press(Keys.CONTROL, Keys.ENTER)
    fresh.wait(lambda: fresh.all("#results .printed") == ["begun"])
    assert fresh.text("run-status") == "Running" and not fresh.find("run").is_enabled()
    fresh.find("stop").click()
    fresh.wait(lambda: fresh.text("run-status").startswith("Stopped after "))
    assert fresh.all("#results .failure") == ["Stopped."]
    assert fresh.find("run").is_enabled() and not fresh.find("stop").is_enabled()
    assert not playground.runs._under_way


def test_a_wrong_input_is_marked(fresh):
    area = fresh.find("input-X")
    area.clear()
    area.send_keys("[1, 2")
    assert fresh.run() == "Failed"
    assert fresh.all("#results .failure p") == ["An input is wrong: X", "SyntaxError: '[' was never closed"]
    assert fresh.find("input-X").get_attribute("aria-invalid") == "true"
    assert fresh.all(".gutter .wrong") == [], "it is not in the text"
    area.send_keys("]")
    assert fresh.find("input-X").get_attribute("aria-invalid") is None


def test_the_keyboard_alone_is_enough(fresh):
    """From the top to a result and its memory, and back, by keys."""
    fresh.script("document.activeElement.blur()")
    fresh.press(Keys.TAB)
    assert fresh.focused() == "examples"
    fresh.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    fresh.wait(lambda: "float* S" in fresh.emitted())
    fresh.press(Keys.TAB)
    assert fresh.focused() == "text"
    caret_at(fresh, 10, 0)
    fresh.press(Keys.TAB)
    assert fresh.focused() == "text", "Tab indents"
    assert fresh.find("text").get_property("value").splitlines()[9].startswith("        part")
    fresh.press(Keys.SHIFT, Keys.TAB)
    assert fresh.find("text").get_property("value").splitlines()[9].startswith("    part")
    fresh.press(Keys.ESCAPE)
    assert fresh.focused() == "run"
    fresh.translated("no errors")
    fresh.press(Keys.ENTER)
    fresh.wait(lambda: fresh.text("run-status").startswith("Ran checked on 512 threads"))
    assert fresh.focused() == "run", "not lost when the button that was pressed cannot be"
    seen = []
    while not seen or seen[-1] != "tab-results":
        fresh.press(Keys.TAB)
        seen.append(fresh.focused())
        assert len(seen) < 20, seen
    assert seen == [
        "kernel",
        "threads",
        "block",
        "checked",
        "trace",
        "input-X",
        "input-S",
        "tab-cuda",
        "cuda",
        "tab-results",
    ]
    fresh.press(Keys.ARROW_RIGHT)
    assert fresh.focused() == "tab-memory" and fresh.find("memory").is_displayed()
    fresh.press(Keys.TAB)
    assert fresh.focused() == "memory"
    fresh.press(Keys.TAB)
    fresh.press(Keys.ENTER)
    assert fresh.focused() == "text", "a line of the table leads to the line of the text"


def test_typing_helps_with_python(fresh):
    replace(fresh, "# k : void (int* X)\ndef k(X):\n    X[idx] = 1")
    caret_at(fresh, 3, 14)
    fresh.press(Keys.ENTER, "if idx:", Keys.ENTER, "pass", Keys.ENTER, Keys.BACKSPACE, "X[0] = 2")
    assert (
        fresh.find("text").get_property("value")
        == "# k : void (int* X)\ndef k(X):\n    X[idx] = 1\n    if idx:\n        pass\n    X[0] = 2"
    )
    fresh.press(Keys.CONTROL, "z")
    assert "X[0] = 2" not in fresh.find("text").get_property("value"), "what the editor typed can be undone"


def test_a_text_survives_loading_the_page_again(fresh):
    fresh.example("transpose")
    fresh.find("threads").clear()
    fresh.find("threads").send_keys("32, 32")
    caret_at(fresh, 1)
    fresh.press("# mine", Keys.ENTER)
    fresh.driver.refresh()
    fresh.translated("no errors")
    assert fresh.find("text").get_property("value").startswith("# mine")
    assert fresh.find("threads").get_property("value") == "32, 32"


def test_an_example_does_not_cost_ones_own_text(fresh):
    replace(fresh, "# mine : void (int* M)\ndef mine(M):\n    M[idx] = 1\n")
    fresh.find("input-M").clear()
    fresh.find("input-M").send_keys("[5]")
    fresh.example("race")
    assert fresh.find("text").get_property("value").startswith("import")
    Select(fresh.find("examples")).select_by_value("")
    fresh.translated("no errors")
    assert fresh.find("text").get_property("value").startswith("# mine")
    assert fresh.find("input-M").get_property("value") == "[5]"


def test_generic_kernels_show_what_they_became(fresh):
    replace(fresh, "# fill : void (A* X, A x)\ndef fill(X, x):\n    X[idx] = x\n")
    assert (
        fresh.text("cuda")
        == "Generic kernels are translated when they are launched, for the types of their arguments: run one."
    )
    for name, value in (("X", "[0.5] * 64"), ("x", "2.0")):
        fresh.find(f"input-{name}").clear()
        fresh.find(f"input-{name}").send_keys(value)
    assert fresh.run().startswith("Ran checked on 64 threads")
    assert "float* X" in fresh.emitted() and fresh.text("code-note") == "of the last launch"


def test_what_a_text_prints_and_names_is_no_html(fresh):
    replace(
        fresh, "print('<img src=x onerror=alert(1)>')\n# k : void (int* X)\ndef k(X):\n    X[idx] = 1 # <b>\n"
    )
    fresh.run()
    assert fresh.all("#results .printed") == ["<img src=x onerror=alert(1)>\n".strip()]
    assert fresh.script("return document.querySelectorAll('main img, main b').length") == 0


def test_colours_have_a_contrast_of_4_5(fresh):
    """Of each text that is seen to its background, light and dark, with errors, results and a table of
    memory."""
    fresh.example("race")
    fresh.find("text").click()
    fresh.run()
    caret_at(fresh, 11, 22)
    fresh.press("1 + wrong")
    fresh.translated("1 error; line 11: unknown name `wrong`")
    for tab in ("tab-results", "tab-memory"):
        fresh.find(tab).click()
        for scheme in ("light", "dark"):
            fresh.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia",
                {"features": [{"name": "prefers-color-scheme", "value": scheme}]},
            )
            seen, low = fresh.script(CONTRAST)
            assert seen > 80 and low == [], scheme
    fresh.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


CONTRAST = """
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const over = (colours) => { // as the browser mixes them
  canvas.clearRect(0, 0, 1, 1);
  for (const each of colours) { canvas.fillStyle = each; canvas.fillRect(0, 0, 1, 1); }
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
};
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const low = [];
let seen = 0;
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const at = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !at.checkVisibility() || at.closest("svg, textarea, .hidden, script, noscript, option")) continue;
  if (at.closest(":disabled")) continue;
  const grounds = [];
  for (let each = at; each; each = each.parentElement) grounds.unshift(getComputedStyle(each).backgroundColor);
  const ground = over(grounds), ink = over([...grounds, getComputedStyle(at).color]);
  const [a, b] = [luminance(ground), luminance(ink)];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  ++seen;
  if (contrast < 4.5) low.push([walker.currentNode.textContent, at.className, contrast]);
}
return [seen, low];
"""  # noqa: E501


def test_names_for_who_does_not_see(fresh):
    """Everything that can be used has a name, states are said aloud, and the copy of the text is not read
    twice."""
    unnamed = fresh.script(
        "return [...document.querySelectorAll('button, select, input, textarea, "
        '[tabindex="0"]\')].filter(each => each.checkVisibility() && !each.labels?.length && '
        "!each.ariaLabel && !each.getAttribute('aria-labelledby') && !each.textContent.trim()).map(each => "
        "each.outerHTML)"
    )
    assert unnamed == []
    assert fresh.script(
        "return [...document.querySelectorAll('[aria-live=polite]')].map(each => each.id)"
    ) == ["translation-status", "run-status"]
    assert fresh.script(
        "return [...document.querySelectorAll('.copy, .gutter')].every(each => each.ariaHidden === 'true')"
    )
    assert fresh.script("return document.documentElement.lang") == "en"
    assert (
        fresh.script("return document.querySelector('main h2') && document.querySelectorAll('h1').length")
        == 1
    )


def test_nothing_is_loaded_from_elsewhere_and_nothing_complains(fresh, playground):
    """Last, since it looks at the log of all that the browser asked for."""
    origin = playground.address.split("/")[2]
    asked = set()
    for entry in fresh.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"])
    assert {each.split("/")[2] for each in asked if not each.startswith(("about:", "data:"))} == {origin}
    said = [entry["message"] for entry in fresh.driver.get_log("browser")]
    assert [
        each for each in said if "/favicon.ico" not in each
    ] == []  # which some browsers ask every server for
    # And nothing could be.
    tried = fresh.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];const image = new Image(); const seen = "
        "[];document.addEventListener('securitypolicyviolation', event => "
        "seen.push(event.effectiveDirective));image.src = 'http://127.0.0.1:9/x.png';const script = "
        "document.createElement('script'); script.textContent = 'window.hostile = 1'; "
        "document.head.append(script);fetch('http://127.0.0.1:9/').catch(() => setTimeout(() => "
        "done([seen.sort(), window.hostile ?? null]), 200))"
    )
    assert tried == [["connect-src", "img-src", "script-src-elem"], None]


def test_a_hostile_page_cannot_reach_the_server(playground, browser, page):
    """A page of another origin, on this very machine, in this very browser."""
    import http.server
    import threading

    class Hostile(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>hostile</title><iframe></iframe>")

        def log_message(self, *_):
            pass

    hostile = http.server.HTTPServer(("127.0.0.1", 0), Hostile)
    threading.Thread(target=hostile.serve_forever, daemon=True).start()
    before = dict(playground.runs._under_way)
    try:
        browser.get(f"http://127.0.0.1:{hostile.server_address[1]}/")
        body = {
            "text": "",
            "kernel": "k",
            "threads": "1",
            "block": "",
            "shared": "",
            "inputs": {},
            "run": "hostile",
        }
        outcomes = browser.execute_async_script(
            "const [address, body, done] = arguments;const send = (path, more) => fetch(path, { method: "
            "'POST', body, ...more }).then(answer => answer.type + answer.status, error => "
            "error.name);const frame = document.querySelector('iframe'); frame.src = address;"
            # Even one that knows the token.
            "Promise.all([send(address + 'run', { headers: { 'Content-Type': 'application/json' } }), "
            "send(address + 'run', { mode: 'no-cors' }), fetch(address).then(() => 'read', error => "
            "error.name)]).then(all => setTimeout(() => { let inside; try { inside = "
            "frame.contentDocument?.body?.innerText ?? 'closed' } catch { inside = 'closed' } done([...all, "
            "inside]) }, 300))",
            playground.address,
            json.dumps(body),
        )
        assert outcomes[0] == "TypeError" and outcomes[2:] == ["TypeError", "closed"]
        assert outcomes[1] in ("opaque0", "TypeError"), "it may be sent, and is refused"
        assert playground.runs._under_way == before
    finally:
        hostile.shutdown()
        hostile.server_close()
        page.open()
