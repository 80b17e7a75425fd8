/** Asks before something that cannot be undone. */

import { button, el } from "./dom.js";
import { say } from "./words.js";

/** @param {string} title @param {string} words @param {string} yes @returns {Promise<boolean>} */
export function confirmed(title, words, yes) {
  return new Promise((decide) => {
    const close = (/** @type {string} */ answer) => () => dialog.close(answer);
    const actions = el(
      "div",
      { class: "actions" },
      button(yes, close("yes"), { class: "button primary" }),
      button(say("cancel"), close("no"), { class: "button quiet" }),
    );
    const dialog = el(
      "dialog",
      { class: "asking-dialog", "aria-label": title },
      el("h2", {}, title),
      el("p", {}, words),
      actions,
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      decide(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
