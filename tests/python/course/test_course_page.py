"""A student goes through the course in a browser, only with the keyboard. docs/course.md has the record:
CUDAPY_WHOLE_COURSE=1 goes through all of them, and CUDAPY_UPDATE_GOLDENS=1 with it writes the record
anew."""

import os
import time
from pathlib import Path

import pytest
from course_answers import answers
from page_client import served

if not os.environ.get("CUDAPY_TEST_BROWSER"):
    pytest.importorskip("selenium", reason="Selenium is missing: `scripts/setup test` installs it")

from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from cudapy._course.browser.server import CoursePage  # noqa: E402
from cudapy._course.catalogue import COUNT, exercise, exercises  # noqa: E402
from cudapy._course.student import Folder  # noqa: E402

PAGE = Path(__file__).parents[3] / "docs" / "course.md"
BEGIN = "<!-- browser: made by tests/python/course/test_course_page.py -->\n"
END = "<!-- end of browser -->"
WHOLE = bool(os.environ.get("CUDAPY_WHOLE_COURSE"))
GONE_THROUGH = range(1, COUNT + 1) if WHOLE else (1, 9, 12, 13, 18)


class Page:
    """What a student sees and presses."""

    def __init__(self, driver, server):
        self.driver, self.server = driver, server

    def load(self):
        self.driver.get(self.server.address + "icon.svg")  # of the same origin, and without a script
        self.driver.execute_script("sessionStorage.clear()")
        self.driver.get(self.server.address)
        self.opened("1 brighten")

    def wait(self, done, seconds=60):
        return WebDriverWait(self.driver, seconds, 0.05).until(lambda _: done())

    def text(self, name):
        return self.driver.find_element(By.ID, name).text

    def press(self, *keys):
        """Presses keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def focused(self):
        return self.driver.execute_script(
            "const at = document.activeElement; return at.id || at.dataset.number || at.closest('[id]')?.id "
            "|| at.tagName"
        )

    def opened(self, title):
        self.wait(lambda: self.text("answer-title") == title and self.focused() == "text")
        self.settled()

    def settled(self):
        """Waits until what is in the editor has been read."""
        self.wait(lambda: self.driver.execute_script("return document.body.dataset.state") == "translated")

    def tab_to(self, name):
        for _ in range(60):
            if self.focused() == name:
                return
            self.press(Keys.SHIFT, Keys.TAB)
        raise AssertionError(f"Tab never comes to {name}")

    def go_to(self, number):
        """Opens an exercise: Escape out of the editor, back to the list, along it, Enter."""
        self.settled()
        at = int(self.text("answer-title").split()[0])
        self.leave_editor()
        self.tab_to(str(at))
        self.press((Keys.ARROW_DOWN if number > at else Keys.ARROW_UP) * abs(number - at), Keys.ENTER)
        self.opened(f"{number} {exercise(number).title}")

    def leave_editor(self):
        if self.focused() == "text":
            self.press(Keys.ESCAPE)
        assert self.focused() != "text"

    def write(self, text):
        """Replaces what is in the editor, as pasting does."""
        assert self.focused() == "text"
        self.press(Keys.CONTROL, "a")
        self.driver.execute_script("document.execCommand('insertText', false, arguments[0])", text)
        self.settled()

    def check(self):
        """Checks by the keyboard; gives what is said of it."""
        self.press(Keys.CONTROL, Keys.ENTER)
        self.wait(lambda: self.text("check-status") not in ("", "Not checked yet", "Checking"))
        self.wait(lambda: self.driver.find_element(By.ID, "check").is_enabled())
        return self.text("check-status")

    def take_hint(self):
        """Asks for a hint and gives it, by the keyboard."""
        self.leave_editor()
        self.tab_to("tab-story")
        self.press(Keys.ARROW_RIGHT)
        before = len(self.driver.find_elements(By.CSS_SELECTOR, "#hints li"))
        self.press(Keys.TAB)  # into the panel
        self.press(Keys.TAB)
        assert self.focused() == "hint"
        self.press(Keys.ENTER)
        self.wait(lambda: len(self.driver.find_elements(By.CSS_SELECTOR, "#hints li")) == before + 1)
        return self.driver.find_elements(By.CSS_SELECTOR, "#hints li")[-1].text

    def back_to_editor(self):
        self.tab_to("text")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = Folder(tmp_path_factory.mktemp("student") / "kernels")
    for each in exercises():
        folder.start(each)
    with served(CoursePage(folder.path)) as made:
        yield made


@pytest.fixture(scope="module")
def page(server, browser):
    for each in ("performance", "browser"):  # what other tests left there
        browser.get_log(each)
    made = Page(browser, server)
    made.load()
    return made


def file_of(server, number):
    return Folder(server.folder).file(exercise(number))


def changed_outside(page, path, text):
    """Another program writes the file, and the student comes back to the page, which takes it."""
    page.wait(lambda: page.text("file-status") == "saved")
    path.write_text(text, "utf-8")
    page.driver.execute_script("window.dispatchEvent(new Event('focus'))")
    page.wait(lambda: page.driver.execute_script("return document.getElementById('text').value") == text)
    page.settled()


def test_a_student_goes_through_the_course(page, server):
    lines = []
    for number in GONE_THROUGH:
        one = exercise(number)
        solution, wrong = answers(number)
        mistake, text = next(iter(wrong.items()))
        if number != int(page.text("answer-title").split()[0]):
            page.go_to(number)
        page.write(text)
        said = page.check()
        assert said == f"Not right yet: {mistake}", number
        hint = " ".join(one.hints[0].split())
        assert page.take_hint() == hint.replace("`", "")
        page.back_to_editor()
        if number == 18 and WHOLE and os.environ.get("CUDAPY_UPDATE_GOLDENS"):
            page.driver.save_screenshot(str(PAGE.parent / "pictures" / "course_page.png"))
        page.write(solution)
        assert page.check() == "Right", number
        assert file_of(server, number).read_text("utf-8") == solution
        page.back_to_editor()
        lines.append(f"| {number} {one.title} | {said} | {hint} | Right |\n")
    done = len(lines)
    assert page.text("progress") == f"{done} of 32 are right"
    assert {number for number, each in Folder(server.folder).progress.items() if each.is_right} == set(
        GONE_THROUGH
    )
    head = "| exercise | the first answer | the hint | the second |\n|---|---|---|---|\n"
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    recorded, _, after = rest.partition(END)
    if WHOLE and os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        end = f"\nThe page says: {page.text('progress')}.\n"
        PAGE.write_text(f"{before}{BEGIN}\n{head}{''.join(lines)}{end}\n{END}{after}", "utf-8")
    elif WHOLE:
        assert recorded == f"\n{head}{''.join(lines)}\nThe page says: {page.text('progress')}.\n\n"
    else:
        assert [line for line in lines if line not in recorded] == []


def test_an_error_is_shown_at_its_place_while_one_types(page):
    text = (
        "# blend : void (float* A, float* B, float t, float* Out)\ndef blend(A, B, t, Out):\n"
        "    Out[0] = A[0] + q\n"
    )
    page.go_to(2)
    page.write(text)
    messages = [each.text for each in page.driver.find_elements(By.CSS_SELECTOR, ".message.error")]
    assert messages == ["unknown name `q`"]
    assert page.text("problems").split("\n")[0] == "error in line 3: unknown name `q` (not defined here)"
    page.press(Keys.F8)
    place = page.driver.execute_script("return document.getElementById('text').selectionStart")
    assert text[place:] == "q\n"


def test_a_file_that_another_program_changes_is_taken_or_asked_about(page, server):
    page.go_to(3)
    path = file_of(server, 3)
    changed_outside(page, path, "# theirs\n")
    page.back_to_editor()
    path.write_text("# theirs again\n", "utf-8")
    page.write("# mine\n")
    page.wait(lambda: page.text("changed-words") != "")
    assert page.text("changed-words") == "03_stretch.py was changed by another program. What shall it be?"
    assert path.read_text("utf-8") == "# theirs again\n"
    page.press(Keys.CONTROL, Keys.ENTER)
    assert page.text("check-status") == "Not checked yet"
    page.leave_editor()
    page.tab_to("keep-mine")
    page.press(Keys.ENTER)
    page.wait(lambda: path.read_text("utf-8") == "# mine\n")
    page.wait(lambda: page.focused() == "text")
    path.write_text("# theirs at last\n", "utf-8")
    page.write("# mine again\n")
    page.wait(lambda: page.text("changed-words") != "")
    page.leave_editor()
    page.tab_to("take-theirs")
    page.press(Keys.ENTER)
    page.wait(
        lambda: (
            page.driver.execute_script("return document.getElementById('text').value") == "# theirs at last\n"
        )
    )
    assert path.read_text("utf-8") == "# theirs at last\n"


def test_the_focus_stays_in_what_is_drawn_again(page, server):
    page.go_to(4)
    path = file_of(server, 4)
    page.write("def a(\n")
    page.leave_editor()
    page.tab_to("problems")
    changed_outside(page, path, "def another(\n")
    assert page.focused() == "problems"
    right = answers(4)[0]
    changed_outside(page, path, right)
    assert page.focused() == "text"
    page.leave_editor()
    page.tab_to("tab-story")
    page.press(Keys.ARROW_RIGHT)
    page.press(Keys.TAB)
    page.press(Keys.TAB)
    assert page.focused() == "hint"
    changed_outside(page, path, right + "\n")
    assert page.focused() == "hint"
    page.back_to_editor()


def test_a_check_that_never_ends_is_stopped(page, server):
    page.go_to(1)
    page.write(
        "from cudapy import idx\n\n\n# brighten : void (float* X, float by)\n"
        "def brighten(X, by):\n    while by == by:\n        X[0] += by\n"
    )
    page.leave_editor()
    page.tab_to("check")
    page.press(Keys.ENTER)
    page.wait(lambda: page.focused() == "stop")
    time.sleep(0.7)
    page.press(Keys.ENTER)
    page.wait(lambda: page.text("check-status") == "Stopped", 20)
    assert page.focused() == "check"


def test_pictures_of_an_answer(page):
    page.go_to(10)
    page.write(answers(10)[0])
    page.leave_editor()
    page.tab_to("tab-story")
    page.press(Keys.ARROW_LEFT)
    frame = page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, "#picture iframe"))[0]
    page.driver.switch_to.frame(frame)
    try:
        page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, "svg"))
        assert page.driver.find_element(By.TAG_NAME, "h1").text.startswith("copy_rows on ")
    finally:
        page.driver.switch_to.default_content()


def caret_line(page):
    """The line of the caret in the editor, as text."""
    return page.driver.execute_script(
        "const at = document.getElementById('text');"
        "return at.value.slice(0, at.selectionStart).split('\\n').length + ' ' + "
        "at.value.split('\\n')[at.value.slice(0, at.selectionStart).split('\\n').length - 1].trim()"
    )


def test_the_caret_begins_where_the_student_writes(page):
    page.go_to(16)
    number, _, line = caret_line(page).partition(" ")
    text = page.driver.execute_script("return document.getElementById('text').value")
    assert line.startswith(("pass", "# your")), line
    assert text.split("\n")[int(number) - 1].strip() == line
    shown = page.driver.execute_script(
        "const at = document.getElementById('text');"
        "const top = (arguments[0] - 1) * parseFloat(getComputedStyle(at).lineHeight);"
        "return at.scrollTop <= top && top < at.scrollTop + at.clientHeight",
        int(number),
    )
    assert shown


def test_names_of_programs_have_no_backticks(page):
    page.go_to(1)
    assert "`" not in page.text("story")
    names = [each.text for each in page.driver.find_elements(By.CSS_SELECTOR, "#story code.name")]
    assert names[:2] == ["by", "idx"]


def test_after_a_right_answer_the_next_exercise_is_in_sight(page):
    page.go_to(6)
    page.write(answers(6)[0])
    assert page.check() == "Right"
    button = page.driver.find_element(By.ID, "next")
    assert button.is_displayed() and button.text == "Next: 7 smooth"
    page.leave_editor()
    page.tab_to("next")
    page.press(Keys.ENTER)
    page.opened("7 smooth")


def test_a_student_begins_again_and_takes_the_answer_back(page, server):
    page.go_to(7)
    beginning = page.driver.execute_script("return document.getElementById('text').value")
    page.write("# mine\n")
    for said, now in (
        ("Begin again", beginning),
        ("Back to my answer", "# mine\n"),
        ("Begin again", beginning),
    ):
        page.leave_editor()
        page.tab_to("again")
        assert page.text("again") == said
        page.press(Keys.ENTER)
        page.wait(
            lambda now=now: page.driver.execute_script("return document.getElementById('text').value") == now
        )
        page.wait(lambda now=now: file_of(server, 7).read_text("utf-8") == now)
        page.wait(lambda: page.focused() == "text")


def test_a_check_while_the_picture_is_open_draws_it_anew(page):
    page.go_to(11)
    page.write(answers(11)[0])
    page.leave_editor()
    page.tab_to("tab-story")
    page.press(Keys.ARROW_LEFT)
    first = page.wait(lambda: page.driver.find_elements(By.CSS_SELECTOR, "#picture iframe"))[0].get_attribute(
        "src"
    )
    page.back_to_editor()
    assert page.check() == "Right"
    drawn = page.wait(
        lambda: [
            source
            for each in page.driver.find_elements(By.CSS_SELECTOR, "#picture iframe")
            if (source := each.get_attribute("src")) != first
        ]
    )
    assert len(drawn) == 1
    page.wait(lambda: page.driver.find_element(By.ID, "check").is_enabled())
    page.driver.find_element(By.ID, "larger").click()
    page.wait(lambda: page.driver.execute_script("return document.fullscreenElement?.tagName") == "IFRAME")
    page.driver.execute_script("document.exitFullscreen()")
    page.wait(lambda: page.driver.execute_script("return document.fullscreenElement") is None)
    page.driver.find_element(By.ID, "tab-story").click()
    page.back_to_editor()


def test_the_exercise_that_is_open_survives_loading_the_page_again(page):
    page.go_to(5)
    page.driver.refresh()
    page.opened("5 halve")


def test_nothing_is_loaded_from_elsewhere_and_nothing_complains(page, server):
    import json

    asked = [
        each["params"]["request"]["url"]
        for each in (json.loads(line["message"])["message"] for line in page.driver.get_log("performance"))
        if each["method"] == "Network.requestWillBeSent"
    ]
    origin = f"http://127.0.0.1:{server.guard.port}/"
    elsewhere = [url for url in asked if not url.startswith((origin, "data:", "about:"))]
    assert elsewhere == []
    refused = ("409", "410", "412")  # the answers that the tests above ask for
    said = [each["message"] for each in page.driver.get_log("browser")]
    assert [each for each in said if not any(f"status of {status}" in each for status in refused)] == []
