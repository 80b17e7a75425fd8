/** Small things said to everybody: to eyes as a toast, to ears through the live region. */

import { byId, el } from "./dom.js";

const SHOWN_FOR = 3500;

/** Says something that a screen reader reads when it has finished. @param {string} words */
export function announce(words) {
  byId("live").textContent = words;
}

/** Shows a line for a moment. @param {string} words */
export function toast(words) {
  const shown = el("p", { class: "toast" }, words);
  byId("toasts").replaceChildren(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/** A banner while the browser has no connection. */
export function watchConnection() {
  const banner = byId("offline");
  const draw = () => (banner.hidden = navigator.onLine);
  addEventListener("online", draw);
  addEventListener("offline", draw);
  draw();
}
