/** What can be done with a conversation: another name, an end, or away with it. */

import { button, el } from "./dom.js";
import { say } from "./words.js";

const LONGEST = 80;

/**
 * @typedef {{act: "rename" | "end" | "delete", title: string}} Wish
 * @param {{title: string, status: string}} session
 * @returns {Promise<Wish | null>}
 */
export function sessionDialog(session) {
  return new Promise((decide) => {
    const close = (/** @type {string} */ act) => () => dialog.close(act);
    const title = el("input", { id: "session-title", class: "input", value: session.title, maxlength: LONGEST });
    const named = el(
      "form",
      { class: "session-name", method: "dialog", on: { submit: renaming } },
      el("label", { for: "session-title" }, say("conversation_name")),
      title,
      el("div", { class: "actions" }, save(), button(say("cancel"), close(""), { class: "button quiet" })),
    );
    const dialog = el(
      "dialog",
      { class: "asking-dialog", "aria-label": say("this_conversation") },
      el("h2", {}, say("this_conversation")),
      named,
      el("div", { class: "session-ends" }, ends(session, close)),
    );
    /** @param {Event} event */
    function renaming(event) {
      event.preventDefault();
      if (title.value.trim()) dialog.close("rename");
    }
    dialog.addEventListener("close", () => {
      dialog.remove();
      decide(dialog.returnValue ? /** @type {Wish} */ ({ act: dialog.returnValue, title: title.value.trim() }) : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    title.select();
  });
}

const save = () => el("button", { type: "submit", class: "button primary" }, el("span", {}, say("save_name")));

/** @param {{status: string}} session @param {(act: string) => () => void} close */
function ends(session, close) {
  return [
    session.status !== "terminated" && button(say("end_conversation"), close("end"), { class: "button small" }),
    button(say("delete_conversation"), close("delete"), { class: "button small danger" }),
  ];
}
