/** How sure an inference is, and why: a percentage that opens on what was seen. */

import { el } from "./dom.js";
import { number, percent, say, sayOr } from "./words.js";

const SURE = 0.85;
const LIKELY = 0.7;

/** @param {any} one An inference: probability, provenance, clues. */
export function why(one) {
  const share = percent(one.probability);
  const isInferred = one.provenance === "inferred";
  const shown = isInferred ? share : sayOr(`why_${one.provenance}`, one.provenance);
  const look = !isInferred || one.probability >= SURE ? "sure" : one.probability >= LIKELY ? "likely" : "unsure";
  const named = isInferred ? say("why_open", { share }) : shown;
  return el(
    "details",
    { class: "why", "data-look": look },
    el("summary", { "aria-label": named, title: named }, shown),
    el("ul", { class: "why-clues" }, reasons(one, share).map((words) => el("li", {}, words))),
  );
}

/** @param {any} one @param {string} share @returns {string[]} */
function reasons(one, share) {
  const isInferred = one.provenance === "inferred";
  const first = isInferred ? say("why_inferred", { share }) : sayOr(`why_${one.provenance}_words`, "");
  const isSaid = (/** @type {any} */ clue) => !(one.provenance === "declared" && clue.code === "declared_key");
  return [first, ...one.clues.filter(isSaid).map(clueWords)].filter(Boolean);
}

/** A code that a newer server sends is shown as it is. @param {any} clue */
function clueWords({ code, ...seen }) {
  const values = Object.entries(seen).map(([name, value]) => [name, shownValue(name, value)]);
  return sayOr(`clue_${code}`, "") ? say(`clue_${code}`, Object.fromEntries(values)) : code.replaceAll("_", " ");
}

/** @param {string} name @param {any} value */
function shownValue(name, value) {
  if (typeof value !== "number") return String(value);
  return name === "share" ? percent(value) : number(value);
}
