// What the page asks the server.

import { post } from "./post.js";

export async function examples() {
  return (await fetch("examples")).json();
}

export async function translate(text, signal) {
  return (await post("translate", { text }, { signal })).json();
}

/** The events of a run, as they come. */
export async function* run(request, signal) {
  const answer = await post("run", request, { signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (left + value).split("\n");
    left = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

export async function stop(name) {
  await post("stop", { run: name });
}
