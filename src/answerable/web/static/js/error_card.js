/** What went wrong, and what to do next. */

import { button, el } from "./dom.js";
import { say, sayOr } from "./words.js";

/**
 * @param {{code?: string, message?: string, user_message?: string, hint?: string}} error
 * @param {(() => void) | null} retry
 */
export function errorCard(error, retry) {
  const title = sayOr(`error_title_${error.code}`, say("error_title"));
  const actions =
    retry &&
    el("div", { class: "actions" }, button(say("try_again"), retry, { class: "button small", "data-do": "retry" }));
  const part = el(
    "div",
    { class: "card-part" },
    el("h3", { class: "error-title" }, title),
    el("p", {}, error.message || error.user_message),
    error.hint && el("p", {}, error.hint),
    actions,
  );
  return el("section", { class: "card error-card", role: "alert" }, part);
}
