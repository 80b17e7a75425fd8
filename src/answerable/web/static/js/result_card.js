/** The answer: the sentence first, then the chart and the rows, then how it was computed. */

import { ChartView, kindWords } from "./chart.js";
import { computed } from "./computed.js";
import { el, icon } from "./dom.js";
import { feedback } from "./feedback.js";
import { proof } from "./recheck.js";
import { copyMenu, saveMenu } from "./result_menus.js";
import { sentence } from "./sentence.js";
import { ResultTable } from "./table.js";
import { trustBadge } from "./trust_badge.js";
import { duration, percent, say } from "./words.js";

/**
 * @typedef {{vega: string, mayDownload: boolean, mayRecheck: boolean}} Setting
 */

/**
 * @param {any} event the result event @param {string} question @param {Setting} setting
 * @param {any} [given] feedback of before
 */
export function resultCard(event, question, setting, given) {
  const table = new ResultTable(event.data);
  const chart = event.chart ? new ChartView(event.chart, setting.vega) : null;
  const point = (/** @type {any} */ figure) => table.point(figure.row, figure.column);
  const head = el(
    "div",
    { class: "card-part answer" },
    sentence(event.answer ?? "", event.figures ?? [], point),
    line(event),
  );
  const tools = el(
    "div",
    { class: "toolbar card-part-tools" },
    chart && kinds(chart),
    el("span", { class: "gap" }),
    copyMenu(event, table),
    saveMenu(event, event.is_edited ? say("sql_edited") : question, chart, setting.mayDownload),
  );
  const { tools: proofTools, found } = proof(event, setting.mayRecheck);
  const card = el(
    "section",
    { class: "card result-card", "aria-label": say("answer") },
    head,
    caveats(event),
    tools,
    chart?.element,
    table.element,
    computed(event),
    foot(event, given, proofTools),
    found,
  );
  if (chart) whenShown(card, () => chart.draw());
  return card;
}

/** Draws once the card is in the page and has a width. @param {HTMLElement} card @param {() => void} draw */
function whenShown(card, draw) {
  requestAnimationFrame(() => (card.isConnected ? draw() : whenShown(card, draw)));
}

/** @param {any} event */
function line(event) {
  const source = event.provenance?.source;
  const facts = [
    source && say("from_source", { source }),
    duration(event.data.execution_time_ms ?? 0),
    event.confidence !== null &&
      event.confidence !== undefined &&
      say("confidence_is", { share: percent(event.confidence) }),
  ];
  return el(
    "div",
    { class: "answer-line" },
    event.is_edited && el("span", { class: "edited-badge" }, icon("care"), say("sql_edited")),
    trustBadge(event.trust),
    facts.filter(Boolean).map((fact) => el("span", {}, fact)),
  );
}

/** What the reader must know stands right below the answer. @param {any} event */
function caveats(event) {
  const told = event.provenance?.caveats ?? [];
  if (!told.length) return null;
  return el(
    "ul",
    { class: "card-part findings" },
    told.map((/** @type {string} */ caveat) => el("li", { class: "finding" }, caveat)),
  );
}

/** @param {ChartView} chart */
function kinds(chart) {
  const group = el("div", { class: "segments", role: "group", "aria-label": say("chart_kind") });
  const choose = (/** @type {string} */ kind) => {
    chart.element.hidden = kind === "table";
    if (kind !== "table") chart.show(kind);
    for (const press of group.children) press.setAttribute("aria-pressed", String(press.dataset.kind === kind));
  };
  for (const kind of [...chart.kinds, "table"]) {
    const pressed = String(kind === chart.kind);
    group.append(
      el(
        "button",
        { type: "button", "data-kind": kind, "aria-pressed": pressed, on: { click: () => choose(kind) } },
        kindWords(kind),
      ),
    );
  }
  return group;
}

/** @param {any} event @param {any} given @param {any[]} proofTools */
function foot(event, given, proofTools) {
  return el(
    "div",
    { class: "toolbar card-part-tools card-foot" },
    el("span", { class: "hint" }, say("was_it_right")),
    feedback(event.request_id, given),
    el("span", { class: "gap" }),
    proofTools,
  );
}
