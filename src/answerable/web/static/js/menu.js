/** A button that opens a short list of things to do. Arrows move, Escape closes, a click elsewhere closes. */

import { el, icon } from "./dom.js";

/** @typedef {{words: string, act: () => void}} Item */

/** @param {string} words @param {any} drawing @param {Item[]} items */
export function menu(words, drawing, items) {
  const list = el("div", { class: "menu-list", role: "menu", "aria-label": words, hidden: true });
  const opener = el(
    "button",
    {
      type: "button",
      class: "button small quiet",
      "aria-label": words,
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    icon(drawing),
    el("span", {}, words),
  );
  const whole = el("div", { class: "menu" }, opener, list);
  const close = () => {
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside);
  };
  const outside = (/** @type {Event} */ event) => whole.contains(/** @type {Node} */ (event.target)) || close();
  const open = () => {
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", outside);
    list.firstElementChild?.focus();
  };
  list.append(...items.map((item) => entry(item, close)));
  opener.addEventListener("click", () => (list.hidden ? open() : close()));
  whole.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (list.hidden) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      opener.focus();
    } else move(list, event);
  });
  return whole;
}

/** @param {Item} item @param {() => void} close */
function entry(item, close) {
  const chosen = () => {
    close();
    item.act();
  };
  return el("button", { type: "button", role: "menuitem", tabIndex: -1, on: { click: chosen } }, item.words);
}

/** @param {HTMLElement} list @param {KeyboardEvent} event */
function move(list, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const entries = /** @type {HTMLElement[]} */ ([...list.children]);
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  entries[(at + step + entries.length) % entries.length].focus();
}
