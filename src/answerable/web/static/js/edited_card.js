/** SQL that a person wrote and that did not come to an end: shown, so that it can be taken along or tried again. */

import { copy } from "./copying.js";
import { button, el } from "./dom.js";
import { sqlBlock } from "./sql_text.js";
import { say } from "./words.js";

/** @param {string} sql @param {() => void} again */
export function editedCard(sql, again) {
  const actions = el(
    "div",
    { class: "actions" },
    button(say("edit_again"), again, { class: "button small", "data-do": "edit-again" }),
    button(say("copy_your_sql"), () => copy(sql), { class: "button small quiet" }),
  );
  const part = el(
    "div",
    { class: "card-part preview-body" },
    el("h3", { class: "eyebrow" }, say("your_sql")),
    sqlBlock(sql),
    actions,
  );
  return el("section", { class: "card edited-card", "aria-label": say("your_sql") }, part);
}
