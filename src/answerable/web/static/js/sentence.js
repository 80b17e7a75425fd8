/** The answer in words. Each figure is a button that shows the cell it was read from. */

import { el } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{text: string, row: number, column: string}} Figure */

/** @param {string} text @param {Figure[]} figures @param {(figure: Figure) => void} point */
export function sentence(text, figures, point) {
  const parts = [];
  let rest = text;
  for (const figure of figures) {
    const at = placeOf(rest, figure.text);
    if (at < 0) continue;
    parts.push(rest.slice(0, at), figureButton(figure, point));
    rest = rest.slice(at + figure.text.length);
  }
  return el("p", { class: "answer-sentence" }, ...parts, rest);
}

/** Where the figure stands by itself, not within a longer number. @param {string} text @param {string} figure */
function placeOf(text, figure) {
  if (!figure) return -1;
  let at = text.indexOf(figure);
  while (at >= 0 && (/[\d.,]$/.test(text.slice(0, at)) && /^\d/.test(figure) && /\d[.,]?$/.test(text.slice(0, at)) || /^[.,]?\d/.test(text.slice(at + figure.length)))) {
    at = text.indexOf(figure, at + 1);
  }
  return at;
}

/** @param {Figure} figure @param {(figure: Figure) => void} point */
function figureButton(figure, point) {
  const where = say("figure_from", { column: figure.column, row: figure.row + 1 });
  return el("button", { type: "button", class: "figure", title: where, on: { click: () => point(figure) } }, figure.text);
}
