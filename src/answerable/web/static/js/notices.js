/** Small things said to everybody: to eyes as a toast, to ears through the live region. */

import { byId, el } from "./dom.js";

const SHOWN_FOR = 3500;
const READ_PER_CHARACTER = 60;

/** Says something that a screen reader reads when it has finished. @param {string} words */
export function announce(words) {
  byId("live").textContent = words;
}

/** Shows a line for a moment. @param {string} words */
export function toast(words) {
  const shown = el("p", { class: "toast" }, words);
  byId("toasts").replaceChildren(shown);
  setTimeout(() => shown.remove(), Math.max(SHOWN_FOR, words.length * READ_PER_CHARACTER));
}

/** A banner while the browser has no connection. */
export function watchConnection() {
  const banner = byId("offline");
  const draw = () => {
    banner.hidden = navigator.onLine;
  };
  addEventListener("online", draw);
  addEventListener("offline", draw);
  draw();
}

/** Something did not work: what, and what to do next. @param {unknown} error */
export function complain(error) {
  const told = /** @type {{message?: string, hint?: string}} */ (error);
  toast([told.message, told.hint].filter(Boolean).join(" "));
}
