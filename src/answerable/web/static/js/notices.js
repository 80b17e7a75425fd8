/** Small things said to everybody: to eyes as a toast, to ears through the live region. */

import { byId, el } from "./dom.js";

const SHOWN_FOR = 3500;
const READ_PER_CHARACTER = 60;

/** Says something that a screen reader reads when it has finished. @param {string} words */
export function announce(words) {
  byId("live").textContent = words;
}

/** Shows a line for a moment; one that lasts stays until the next. @param {string} words @param {boolean} [lasts] */
export function toast(words, lasts = false) {
  const shown = el("p", { class: "toast" }, words);
  const place = byId("toasts");
  raise(place);
  place.replaceChildren(shown);
  if (!lasts) setTimeout(() => shown.remove(), Math.max(SHOWN_FOR, words.length * READ_PER_CHARACTER));
}

/** Into the open dialog, if any: what is outside of it is neither seen nor read aloud. @param {HTMLElement} place */
function raise(place) {
  const dialog = document.querySelector("dialog[open]");
  (dialog ?? document.body).append(place);
  dialog?.addEventListener("close", () => document.body.append(place), { once: true });
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
