// The page of the course: what happens when.

import { Editor } from "./editor.js";
import { File } from "./file.js";
import { element } from "./highlight.js";
import { List } from "./list.js";
import { gone, post } from "./post.js";
import { Problems } from "./problems.js";
import { prose } from "./prose.js";
import { redraw } from "./redraw.js";
import { showReport } from "./report.js";
import { lineToBegin } from "./starter.js";
import { Tabs } from "./tabs.js";

const WAIT = 150; // milliseconds from a key to the translation
const KEPT = "cudapy-course"; // the exercise that is open, in the session's storage

const $ = (id) => document.getElementById(id);
const status = (id, text, kind = "") => {
  if ($(id).textContent !== text) $(id).textContent = text; // what is the same is not told again
  $(id).className = kind;
};
const get = async (name) => {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
};

const editor = new Editor($("editor"), {
  changed: () => edited(),
  lineChosen: (line) => editor.light(line ? [line] : []),
  left: () => $("check").focus(),
});
const problems = new Problems($("problems"), editor);
const list = new List($("exercises"), open);
const file = new File({ text: () => editor.text, told: (words, kind) => status("file-status", words, kind), changed: showChanged });
const tabs = new Tabs(document.querySelector("#story-pane .tabs"), (id) => id === "picture" && exercise && draw());

let exercise = null; // the one that is open, as the server told it
let listed = []; // all of them, and how far the student is with each
let before = null; // the answer that "Begin again" took away

// --- Opening an exercise.

async function open(number) {
  if (running) await stop();
  if (!file.isSaved && !(await file.save())) return;
  try {
    take(await get(`exercise/${number}`));
  } catch (error) {
    return status("file-status", gone(error, "The course"), "bad");
  }
  tabs.choose($("tab-story"));
  status("check-status", "Not checked yet");
  $("report").replaceChildren(element("p", "faint", "Ctrl+Enter looks at your answer: its results, then what it costs."));
  list.mark(number);
  editor.goTo(lineToBegin(editor.text));
}

function take(found) {
  exercise = found;
  $("changed").hidden = true;
  $("answer-title").textContent = `${found.number} ${found.title}`;
  document.title = `${found.number} ${found.title}: CudaPy course`;
  $("answer-title").title = found.file;
  showStory();
  showHints();
  $("picture").replaceChildren();
  $("tab-picture").hidden = !found.has_kernel;
  before = null;
  showAgain();
  file.take(found);
  editor.text = found.text;
  try {
    sessionStorage.setItem(KEPT, String(found.number));
  } catch {
    // A browser may forbid it; the page then opens with the first that is not right.
  }
}

function showStory() {
  const parts = exercise.story.split(/\n\n+/).map((words) =>
    /^ {4}/m.test(words) ? element("code", "", words) : element("p", "words", ...prose(words.replace(/\n/g, " "))));
  for (const part of parts.slice(1)) if (part.tagName === "P") part.style.marginTop = "0.7rem";
  if (exercise.signature) parts.push(element("code", "", exercise.signature));
  if (exercise.limits.length)
    parts.push(element("p", "", "What it may cost:"), element("ul", "", ...exercise.limits.map((each) => element("li", "", ...prose(each)))));
  $("story").replaceChildren(...parts);
}

function showHints() {
  const { hints, hints_left } = exercise;
  const more = element("button", "", hints_left ? `Show a hint (${hints_left} left)` : "There are no more hints");
  more.type = "button";
  more.id = "hint";
  more.disabled = !hints_left;
  more.addEventListener("click", hint);
  redraw($("hints"), [element("ol", "", ...hints.map((each) => element("li", "", ...prose(each)))), more], $("hints"));
}

async function hint() {
  try {
    Object.assign(exercise, await (await post("hint", { exercise: exercise.number })).json());
    showHints();
  } catch (error) {
    status("file-status", gone(error, "The course"), "bad");
  }
}

// --- Beginning again.

/** Puts back what the exercise begins with, or the answer that stood there. */
async function again() {
  if (!exercise || !$("changed").hidden) return;
  try {
    const mine = editor.text;
    editor.text = before ?? (await get(`beginning/${exercise.number}`)).text;
    before = before === null ? mine : null;
  } catch (error) {
    return status("file-status", gone(error, "The course"), "bad");
  }
  showAgain();
  editor.goTo(lineToBegin(editor.text));
}

function showAgain() {
  $("again").textContent = before === null ? "Begin again" : "Back to my answer";
}

// --- The file, which another program may change.

function showChanged(words) {
  $("changed-words").textContent = `${words[0].toUpperCase()}${words.slice(1)}. What shall it be?`;
  $("changed").hidden = false;
  status("file-status", "not saved", "bad");
}

async function takeTheirs() {
  take(await get(`exercise/${exercise.number}`));
  editor.area.focus();
}

async function keepMine() {
  if (await file.save(true)) $("changed").hidden = true;
  editor.area.focus();
}

/** Looks, when one comes back to the page, whether the file is another by now. */
async function lookAgain() {
  if (!exercise || !file.isSaved || !$("changed").hidden) return;
  try {
    const found = await get(`exercise/${exercise.number}`);
    if (found.number === exercise.number && found.version !== file.version && file.isSaved) take(found);
  } catch {
    // What is wrong is told when something is to be done.
  }
}

// --- What is wrong with what is typed.

let timer;
let translating;

function edited() {
  file.edited();
  clearTimeout(timer);
  document.body.dataset.state = "typed";
  timer = setTimeout(translate, WAIT);
}

async function translate() {
  translating?.abort();
  translating = new AbortController();
  if (!exercise?.has_kernel) {
    problems.show([]);
    document.body.dataset.state = "translated";
    return;
  }
  try {
    const made = await (await post("translate", { text: editor.text }, { signal: translating.signal })).json();
    problems.show(made.diagnostics);
    document.body.dataset.state = "translated";
  } catch (error) {
    if (error.name !== "AbortError") status("file-status", gone(error, "The course"), "bad");
  }
}

// --- Checking, and drawing.

let running = null; // { name, done }

function begin() {
  const name = crypto.randomUUID();
  let end;
  const done = new Promise((resolve) => { end = resolve; });
  running = { name, done, end };
  $("check").disabled = true;
  $("stop").disabled = false;
  if ([$("check"), document.body].includes(document.activeElement)) $("stop").focus();
  return name;
}

function end() {
  const hadFocus = document.activeElement === $("stop");
  const { end: tell } = running;
  running = null;
  $("check").disabled = false;
  $("stop").disabled = true;
  if (hadFocus) $("check").focus();
  tell();
}

async function stop() {
  const { name, done } = running;
  await post("stop", { run: name }).catch(() => {});
  await done;
}

async function check() {
  if (running || !exercise || !$("changed").hidden) return;
  const { number } = exercise;
  const run = begin();
  status("check-status", "Checking", "busy");
  try {
    if (!(await file.save())) return status("check-status", "Not checked: the file is not saved", "bad");
    const { report, exercises } = await (await post("check", { exercise: number, run })).json();
    showProgress(exercises);
    showReport($("report"), report, (line, column) => editor.goTo(line, column), next(number), open);
    const first = report.rows.find(({ state }) => state === "wrong");
    status("check-status", report.is_right ? "Right" : `Not right yet: ${report.mistake || first?.check || ""}`, report.is_right ? "" : "bad");
    $("picture").replaceChildren();
  } catch (error) {
    const stopped = error.status === 410;
    status("check-status", stopped ? "Stopped" : gone(error, "The course"), stopped ? "" : "bad");
  } finally {
    end();
  }
  if (!$("picture").hidden) await draw(); // of the answer as it is now
}

/** Returns the exercise that comes next: after `number`, else the first, that is not right; or null. */
function next(number) {
  const open = listed.filter((each) => each.state !== "right");
  return open.find((each) => each.number > number) ?? open[0] ?? null;
}

async function draw() {
  if (running || $("picture").querySelector("iframe") || !exercise.has_kernel) return;
  const { number } = exercise;
  const run = begin();
  $("picture").replaceChildren(element("p", "faint busy", "Drawing what your answer does with memory"));
  try {
    if (!(await file.save())) throw new Error("The file is not saved");
    await post("picture", { exercise: number, run });
    const frame = element("iframe", "");
    frame.title = `What your answer to ${number} does with memory`;
    frame.src = `picture/${number}?${run}`;
    const larger = element("button", "", "Fill the screen");
    larger.type = "button";
    larger.id = "larger";
    larger.addEventListener("click", () => frame.requestFullscreen());
    $("picture").replaceChildren(larger, frame);
  } catch (error) {
    $("picture").replaceChildren(element("p", "faint", error.status === 410 ? "Stopped" : gone(error, "The course")));
  } finally {
    end();
  }
}

function showProgress(exercises) {
  listed = exercises;
  list.show(exercises);
  const right = exercises.filter(({ state }) => state === "right").length;
  status("progress", `${right} of ${exercises.length} are right`);
}

$("check").addEventListener("click", check);
$("stop").addEventListener("click", () => running && stop());
$("again").addEventListener("click", again);
$("take-theirs").addEventListener("click", takeTheirs);
$("keep-mine").addEventListener("click", keepMine);
window.addEventListener("focus", lookAgain);
window.addEventListener("beforeunload", (event) => {
  if (!file.isSaved) event.preventDefault();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    check();
  } else if (event.key === "F8") {
    event.preventDefault();
    problems.next(event.shiftKey);
  }
});

async function start() {
  const exercises = await get("exercises");
  showProgress(exercises);
  let kept = 0;
  try {
    kept = Number(sessionStorage.getItem(KEPT));
  } catch {
    // As above.
  }
  await open(kept || (exercises.find(({ state }) => state !== "right") ?? exercises[0]).number);
}

start().catch((error) => status("file-status", gone(error, "The course"), "bad"));
