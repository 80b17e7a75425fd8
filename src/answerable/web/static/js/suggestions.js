/** Questions that work, ready to be clicked. */

import { el } from "./dom.js";
import { say } from "./words.js";

/** @param {string[]} questions @param {(question: string) => void} ask */
export function chips(questions, ask) {
  const buttons = questions.map((question) =>
    el("button", { type: "button", class: "chip", on: { click: () => ask(question) } }, question),
  );
  return el("div", { class: "chips", role: "group", "aria-label": say("suggestions") }, buttons);
}
