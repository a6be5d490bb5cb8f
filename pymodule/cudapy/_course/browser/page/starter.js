// Where in an exercise's file the student writes.

const PLACE = /\bpass\b|# your|: None,/;

/** Returns the first line, from 1, that waits for an answer; else the first one after the story. */
export function lineToBegin(text) {
  const lines = text.split("\n");
  const waiting = lines.findIndex((line) => PLACE.test(line));
  if (waiting >= 0) return waiting + 1;
  if (!lines[0].startsWith('"""')) return 1;
  const end = lines.findIndex((line, at) => at > 0 && line.endsWith('"""'));
  const first = lines.findIndex((line, at) => at > end && line.trim());
  return end < 0 || first < 0 ? 1 : first + 1;
}
