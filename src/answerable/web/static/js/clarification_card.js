/** A question asked back: each reading in words, its SQL folded; picking one goes on with it. */

import { el } from "./dom.js";
import { sqlBlock } from "./sql_text.js";
import { say } from "./words.js";

/** @typedef {{question: string, readings: {text: string, sql: string}[]}} Clarification */

/** @param {Clarification} asked @param {((index: number) => void) | null} pick */
export function clarificationCard(asked, pick) {
  const readings = asked.readings.map((reading, index) => drawReading(reading, index, pick));
  const help = el("p", { class: "turn-note" }, say(readings.length ? "pick_or_rephrase" : "rephrase"));
  const part = el(
    "div",
    { class: "card-part" },
    el("h3", { class: "answer-sentence" }, asked.question),
    el("ul", { class: "readings" }, readings),
    help,
  );
  return el("section", { class: "card clarification-card", "aria-label": say("asked_back") }, part);
}

/** @param {{text: string, sql: string}} reading @param {number} index @param {((index: number) => void) | null} pick */
function drawReading(reading, index, pick) {
  const words = [
    el("span", { class: "reading-number", "aria-hidden": "true" }, String(index + 1)),
    el("span", {}, reading.text),
  ];
  const key = { "aria-keyshortcuts": String(index + 1) };
  const press = el(
    "button",
    { type: "button", class: "reading-pick", disabled: !pick, ...key, on: { click: () => pick?.(index) } },
    words,
  );
  return el(
    "li",
    { class: "reading" },
    press,
    el("details", { class: "fold" }, el("summary", {}, say("its_sql")), sqlBlock(reading.sql)),
  );
}
