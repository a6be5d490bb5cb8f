// Texts for people, in which names of programs stand in backticks.

import { element } from "./highlight.js";

/** Returns what to append for a text: texts, and an element for each `name`. */
export function prose(text) {
  return text.split(/(`[^`]+`)/).filter(Boolean).map((part) =>
    part.length > 2 && part.startsWith("`") ? element("code", "name", part.slice(1, -1)) : part);
}
