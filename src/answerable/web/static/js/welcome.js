/** What stands where there is no question yet. */

import { get } from "./api.js";
import { button, el } from "./dom.js";
import { chips } from "./suggestions.js";
import { language, say } from "./words.js";

/**
 * @typedef {{ask: (question: string) => void, openSources: () => void, addSample: () => void}} Doors
 */

/** The request for suggestions that runs. A newer one, or the removal of a source, cancels it. */
let running = new AbortController();

/** @param {import("./sources.js").Sources} sources @param {Doors} doors */
export function welcome(sources, doors) {
  const body = el("div", { class: "welcome-body", "aria-live": "polite" });
  const whole = el("div", { class: "welcome" }, el("h2", {}, say("welcome")), el("p", {}, say("welcome_words")), body);
  fill(body, sources, doors);
  return whole;
}

/** @param {HTMLElement} body @param {import("./sources.js").Sources} sources @param {Doors} doors */
async function fill(body, sources, doors) {
  await sources.loaded;
  if (!sources.all.length) return body.replaceChildren(...nothingYet(sources, doors));
  body.replaceChildren(el("p", { class: "hint" }, say("finding_suggestions")));
  running.abort();
  running = new AbortController();
  sources.addEventListener("removing", () => running.abort(), { once: true, signal: running.signal });
  const asked = { source_id: sources.chosen()[0]?.id, lang: language() };
  try {
    const { suggestions } = await get("/api/suggestions", asked, running.signal);
    body.replaceChildren(suggestions.length ? chips(suggestions, doors.ask) : "");
  } catch {
    body.replaceChildren();
  }
}

/** @param {import("./sources.js").Sources} sources @param {Doors} doors */
function nothingYet(sources, doors) {
  const choices = [
    sources.may.connect && button(say("try_sample"), doors.addSample, { class: "button primary" }),
    (sources.may.connect || sources.may.upload) && button(say("add_data"), doors.openSources),
  ];
  return [
    el("p", { class: "hint" }, say(sources.may.upload ? "no_sources" : "no_sources_viewer")),
    el("div", { class: "actions" }, choices),
  ];
}
