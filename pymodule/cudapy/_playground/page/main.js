// The page: what happens when.

import { Editor } from "./editor.js";
import { Emitted } from "./emitted.js";
import { element } from "./highlight.js";
import { Launch } from "./launch.js";
import { Memory } from "./memory.js";
import { gone } from "./post.js";
import { counted, Problems } from "./problems.js";
import { Results } from "./results.js";
import * as server from "./server.js";
import { Tabs } from "./tabs.js";

const WAIT = 150; // milliseconds from a key to the translation
const KEPT = "cudapy-playground"; // in the session's storage, for when the page is loaded again

const $ = (id) => document.getElementById(id);

const status = (id, text, kind = "") => {
  if ($(id).textContent !== text) $(id).textContent = text; // what is the same is not told again
  $(id).className = kind;
};

const goTo = (line, column) => editor.goTo(line, column);
let hovered = 0;

function choose(line, { scroll = true } = {}) {
  if (line === hovered) return;
  hovered = line;
  editor.light(line && cuda.lines.includes(line) ? [line] : []);
  for (const each of [cuda, cpu]) each.light(line, scroll);
}

const editor = new Editor($("editor"), {
  changed: () => { edited(); },
  lineChosen: (line) => choose(line),
  left: () => $("run").focus(),
});
const problems = new Problems($("problems"), editor);
const cuda = new Emitted($("cuda"), { lineChosen: (line) => choose(line, { scroll: false }) });
const cpu = new Emitted($("cpu"), { lineChosen: (line) => choose(line, { scroll: false }) });
const codeTabs = new Tabs(document.querySelector("#code-pane .tabs"), (id) => {
  const shown = { cuda, cpu }[id];
  const lit = shown.root.querySelector(".lit");
  if (lit) shown.bring(lit);
  else shown.toCode();
});
const outTabs = new Tabs(document.querySelector("#results-pane .tabs"));
const launch = new Launch($("launch"), { changed: keep });
const results = new Results($("results"), { goTo });
const memory = new Memory($("memory"), { goTo });

// --- Translating what is typed.

let timer;
let translating;
let isNew = true; // another text altogether: it is shown from its first kernel on

function edited() {
  clearTimeout(timer);
  timer = setTimeout(translate, WAIT);
  document.body.dataset.state = "typed";
  if ($("examples").value && editor.text !== chosenExample()?.text) $("examples").value = shownExample = "";
  keep();
}

async function translate() {
  translating?.abort();
  translating = new AbortController();
  try {
    showTranslation(await server.translate(editor.text, translating.signal));
    document.body.dataset.state = "translated";
  } catch (error) {
    if (error.name !== "AbortError") status("translation-status", gone(error, "The playground"), "bad");
  }
}

function showTranslation(made) {
  problems.show(made.diagnostics);
  status("translation-status", problems.words(), problems.errors ? "bad" : "");
  if (made.cuda) {
    launch.show(made.kernels);
    cuda.show(made.cuda);
    cpu.show(made.cpu);
    const line = hovered;
    hovered = -1;
    choose(line);
    if (isNew) for (const each of [cuda, cpu]) each.toCode();
    isNew = false;
    status("code-note", "");
  } else if (made.are_generic) {
    launch.show(made.kernels);
    for (const each of [cuda, cpu]) each.say("Generic kernels are translated when they are launched, for the types of their arguments: run one.");
    status("code-note", "");
  } else {
    for (const each of [cuda, cpu]) each.stale();
    status("code-note", cuda.source ? "as before the errors" : "");
  }
}

// --- Running.

let running = null;

async function run() {
  if (running) return;
  const request = launch.request();
  if (!request) return status("run-status", "There is no kernel to run: the errors on the left come first", "bad");
  launch.accept();
  results.clear();
  memory.clear(request.trace ? "Not traced yet." : "“trace memory” was not asked for.");
  running = { name: crypto.randomUUID(), failures: [] };
  $("run").disabled = true;
  $("stop").disabled = false;
  if (document.activeElement === $("run") || document.activeElement === document.body) $("stop").focus();
  status("run-status", "Running", "busy");
  let ended = null;
  try {
    for await (const event of server.run({ ...request, run: running.name, text: editor.text })) {
      if (event.event === "end") ended = event;
      else take(event);
    }
    if (!ended) throw new TypeError();
    results.end(ended);
  } catch (error) {
    status("run-status", gone(error, "The playground"), "bad");
  }
  if (ended) tell(ended);
  const hadFocus = document.activeElement === $("stop");
  running = null;
  $("run").disabled = false;
  $("stop").disabled = true;
  if (hadFocus) $("run").focus();
}

function take(event) {
  if (event.event === "printed") results.print(event.text);
  else if (event.event === "launched") {
    running.launched = event;
    if ($("trace").checked) status("run-status", "Tracing", "busy");
  } else if (event.event === "arrays") results.show(event.arrays);
  else if (event.event === "generic") {
    cuda.show({ source: event.source, lines: [] });
    status("code-note", "of the last launch");
  } else if (event.event === "traced") memory.show(event);
  else if (event.event === "failed") fail(event);
}

function fail(event) {
  running.failures.push(event);
  if (event.where === "trace") return memory.fail(event);
  memory.clear("There is no trace, because the run failed.");
  results.fail(event);
  outTabs.choose($("tab-results"));
  if (event.name) launch.refuse(event.name);
  if (event.line && event.where !== "inputs") {
    const text = editor.text.split("\n")[event.line - 1] ?? "";
    const start = text.length - text.trimStart().length;
    const [message] = event.message.split("\n");
    const place = { line: event.line, column: start + 1, end_line: event.line, end_column: text.length + 1 };
    editor.show([...problems.shown, { ...place, severity: "error", message, isOfRun: true }]);
    choose(event.line);
  }
}

function tell({ how, why, seconds }) {
  const [failed] = running.failures.filter(({ where }) => where !== "trace");
  const took = `${seconds.toLocaleString("en")} s`;
  if (how !== "ended") status("run-status", `${why[0].toUpperCase()}${why.slice(1)} after ${took}`, how === "stopped" ? "" : "bad");
  else if (failed) status("run-status", `Failed${failed.line ? ` in line ${failed.line}` : ""}`, "bad");
  else if (running.launched) {
    const { threads, checked } = running.launched;
    const many = threads.reduce((product, each) => product * each, 1);
    status("run-status", `Ran ${checked ? "checked " : ""}on ${counted(many, "thread")} in ${took}`);
  } else status("run-status", `Ended after ${took}`);
}

// --- Examples, keys, and what is kept.

let examples = [];
let shownExample = ""; // the name of the example in the editor; "" for a text of the user's own
let own = null; // that text and its launches, while an example is looked at
const chosenExample = () => examples.find(({ name }) => name === $("examples").value);

function showExample() {
  const example = chosenExample();
  if (!example && !own) return void ($("examples").value = shownExample);
  if (!shownExample && editor.text.trim()) own = { text: editor.text, kernel: launch.kernel.value, values: launch.values };
  isNew = true;
  shownExample = $("examples").value;
  if (example) launch.take(example.launch);
  else launch.restore(own);
  editor.text = (example ?? own).text;
  results.clear();
  results.root.append(element("p", "empty", "Run the kernel to see what it writes and prints."));
  memory.clear("Run a kernel with “trace memory” to see what its lines would cost a GPU.");
  status("run-status", "Not run yet");
}

function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({
      text: editor.text, example: shownExample, own, kernel: launch.kernel.value, values: launch.values }));
  } catch {
    // A browser may forbid it; the text is then gone with the page.
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

$("examples").addEventListener("change", showExample);
$("run").addEventListener("click", run);
$("stop").addEventListener("click", () => running && server.stop(running.name).catch(() => {}));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    run();
  } else if (event.key === "F8") {
    event.preventDefault();
    problems.next(event.shiftKey);
  }
});

async function begin() {
  const before = kept();
  examples = await server.examples();
  $("examples").append(...examples.map(({ name, title }) => new Option(title, name)));
  if (before?.text) {
    $("examples").value = shownExample = before.example;
    own = before.own;
    launch.restore(before);
    editor.text = before.text;
  } else {
    $("examples").value = examples[0].name;
    showExample();
  }
}

begin();
