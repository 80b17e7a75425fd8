/** What the project's models took: by day and model, and in all. */

import { el } from "./dom.js";
import { details, money, moneyOf, tokens } from "./models_words.js";
import { duration, language, number, say } from "./words.js";

/** @param {any} usage as GET /api/models/usage tells @param {any} models @returns {Node[]} */
export function usagePart(usage, models) {
  const head = el("h2", {}, say("models_usage"));
  if (!usage.days.length) return [head, el("p", { class: "hint" }, say("models_usage_none"))];
  const spent = say("models_today", {
    details: details(models.today),
    cost: moneyOf(models.today),
    most: money(Number(models.held.day_cost)),
  });
  return [head, el("p", {}, spent), el("div", { class: "models-scroll", tabindex: "0" }, grid(usage))];
}

/** @param {any} usage */
function grid(usage) {
  const columns = ["day", "model", "calls", "tokens", "time", "cost"];
  const heads = columns.map((name) => el("th", { scope: "col" }, say(`models_column_${name}`)));
  const rows = usage.days.map((/** @type {any} */ one) => el("tr", {}, cells(day(one.day), one.model, one)));
  const total = el("tr", {}, cells(say("models_usage_total"), "", usage.total));
  return el(
    "table",
    { class: "models-table" },
    el("thead", {}, el("tr", {}, heads)),
    el("tbody", {}, rows),
    el("tfoot", {}, total),
  );
}

/** @param {string} first @param {string} model @param {any} usage */
function cells(first, model, usage) {
  const figures = [number(Number(usage.calls)), tokens(usage), duration(Number(usage.seconds) * 1000), moneyOf(usage)];
  return [
    el("th", { scope: "row" }, first),
    el("td", {}, model),
    ...figures.map((text) => el("td", { class: "figure" }, text)),
  ];
}

/** Days are those of the ledger, UTC. @param {string} iso */
const day = (iso) =>
  new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" }).format(new Date(`${iso}T00:00:00Z`));
