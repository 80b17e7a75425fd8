/** The answer in words. Each figure is a button that shows the cell it was read from. */

import { el } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{text: string, row: number, column: string}} Figure */

const MEASURE = /^-?[\d.,\s]+%?$/;

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
  for (let at = figure ? text.indexOf(figure) : -1; at >= 0; at = text.indexOf(figure, at + 1)) {
    if (!/\d[.,]?$/.test(text.slice(0, at)) && !/^[.,]?\d/.test(text.slice(at + figure.length))) return at;
  }
  return -1;
}

/** @param {Figure} figure @param {(figure: Figure) => void} point */
function figureButton(figure, point) {
  const where = say("figure_from", { column: figure.column, row: figure.row + 1 });
  const look = MEASURE.test(figure.text) ? "figure" : "figure label";
  return el("button", { type: "button", class: look, title: where, on: { click: () => point(figure) } }, figure.text);
}
