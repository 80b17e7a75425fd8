/** What models may take for a question and for a day: never more than the server allows. */

import { el } from "./dom.js";
import { number, say } from "./words.js";

const LIMITS = [
  "question_cost",
  "question_calls",
  "question_tokens",
  "question_seconds",
  "day_cost",
  "day_calls",
  "day_tokens",
];
const IN_PARTS = new Set(["question_cost", "day_cost", "question_seconds"]);

/** @param {any} models */
export function limitFields(models) {
  const inputs = LIMITS.map((name) => [name, limitInput(name, models)]);
  const fields = inputs.map(([name, input]) =>
    el("div", { class: "field" }, el("label", { for: `models-${name}` }, say(`models_limit_${name}`)), input),
  );
  const isOpen = LIMITS.some((name) => models.own[name] !== null && models.own[name] !== undefined);
  const fold = el(
    "details",
    { class: "fold models-limits", open: isOpen },
    el("summary", {}, say("models_limits")),
    el("p", { class: "hint" }, say("models_limits_hint")),
    el("div", { class: "models-limit-fields" }, fields),
  );
  const value = (/** @type {any} */ input) => (input.value ? Number(input.value) : null);
  const given = () => Object.fromEntries(inputs.map(([name, input]) => [name, value(input)]));
  return { fold, given };
}

/** @param {string} name @param {any} models */
function limitInput(name, models) {
  const most = Number(models.server[name]);
  return el("input", {
    class: "input",
    id: `models-${name}`,
    type: "number",
    min: IN_PARTS.has(name) ? "0.01" : "1",
    max: String(most),
    step: IN_PARTS.has(name) ? "any" : "1",
    placeholder: say("models_at_most", { most: number(most) }),
    value: models.own[name] ?? "",
  });
}
