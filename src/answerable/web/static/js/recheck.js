/** Whether an answer still holds: its query is run again, and what came of that is said in words. */

import { post } from "./api.js";
import { button, el, icon } from "./dom.js";
import { announce } from "./notices.js";
import { say, sayOr } from "./words.js";

const LOOKS = { same: "good", tampered: "bad" };

/** @param {any} event the result event @param {boolean} mayRecheck */
export function proof(event, mayRecheck) {
  if (!event.receipt) return { tools: [], found: null };
  const found = el("div", { class: "recheck", role: "status", hidden: true });
  const look = { class: "button small quiet" };
  const press = button(say("recheck"), () => ask(event.receipt.url, press, found), look, icon("seal"));
  const trail = el("a", { ...look, href: `/audit/${event.request_id}` }, say("audit_of_answer"));
  return { tools: [mayRecheck && press, trail], found };
}

/** @param {string} url @param {HTMLButtonElement} press @param {HTMLElement} found */
async function ask(url, press, found) {
  press.disabled = true;
  show(found, "waiting", [el("p", {}, say("rechecking"))]);
  try {
    tell(found, await post(`${url}/recheck`, {}));
  } catch (error) {
    fail(found, error);
  } finally {
    press.disabled = false;
    press.focus({ preventScroll: true });
  }
}

/**
 * That says nothing about the answer, and stays until somebody tries again.
 * @param {HTMLElement} found @param {any} error
 */
function fail(found, error) {
  show(found, "waiting", [
    el("p", { class: "recheck-verdict" }, icon("care"), el("strong", {}, say("recheck_failed"))),
    el("p", {}, [error.message, error.hint].filter(Boolean).join(" ")),
  ]);
  announce(say("recheck_failed"));
}

/** @param {HTMLElement} found @param {{verdict: string, reasons: string[], remarks: string[]}} told */
function tell(found, told) {
  const code = told.verdict.replaceAll(" ", "_");
  const words = sayOr(`verdict_${code}`, told.verdict);
  const lines = (/** @type {string[]} */ texts, /** @type {string} */ look) =>
    texts.length > 0 && el("ul", { class: look }, texts.map((text) => el("li", {}, text)));
  const drawing = icon(code === "same" ? "check" : "care");
  show(found, /** @type {Record<string, string>} */ (LOOKS)[code] ?? "care", [
    el("p", { class: "recheck-verdict" }, drawing, el("strong", {}, words)),
    lines(told.reasons, "recheck-reasons"),
    lines(told.remarks, "recheck-remarks"),
  ]);
  announce(words);
}

/** @param {HTMLElement} found @param {string} look @param {any[]} parts */
function show(found, look, parts) {
  found.dataset.look = look;
  found.replaceChildren(...parts.filter(Boolean));
  found.hidden = false;
  found.scrollIntoView({ block: "nearest" });
}
