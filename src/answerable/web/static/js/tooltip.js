/** What a mark stands for, beside the pointer. Vega's own tooltip writes markup; this one writes text. */

import { el } from "./dom.js";

const AWAY = 14;

/** @type {HTMLElement | null} */
let shown = null;

/**
 * Vega's tooltip handler.
 * @param {unknown} _handler @param {MouseEvent} event @param {unknown} _item @param {unknown} value
 */
export function tooltip(_handler, event, _item, value) {
  shown?.remove();
  shown = null;
  if (value === null || value === undefined || value === "") return;
  const box = el(
    "div",
    { class: "tooltip", role: "tooltip" },
    typeof value === "object" ? facts(value) : String(value),
  );
  document.body.append(box);
  place(box, event);
  shown = box;
}

/** @param {object} value */
function facts(value) {
  return el(
    "dl",
    {},
    Object.entries(value).flatMap(([name, told]) => [el("dt", {}, name), el("dd", {}, String(told))]),
  );
}

/** Beside the pointer, within the window. @param {HTMLElement} box @param {MouseEvent} event */
function place(box, event) {
  const { width, height } = box.getBoundingClientRect();
  const right = event.clientX + AWAY + width < innerWidth;
  box.style.left = `${right ? event.clientX + AWAY : Math.max(0, event.clientX - AWAY - width)}px`;
  box.style.top = `${Math.min(event.clientY + AWAY, innerHeight - height)}px`;
}
