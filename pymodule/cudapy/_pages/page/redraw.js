// What is drawn again while the focus is in it.

/**
 * Replaces what `root` holds. A button that had the focus leaves it to the one that has its place now, or to the
 * last one; where there is none any more, `otherwise` takes it. Without this the focus would be nowhere.
 */
export function redraw(root, children, otherwise) {
  const at = [...root.querySelectorAll("button")].indexOf(document.activeElement);
  root.replaceChildren(...children);
  if (at < 0) return;
  const buttons = [...root.querySelectorAll("button:enabled")];
  (buttons[Math.min(at, buttons.length - 1)] ?? otherwise).focus();
}
