/** One entry of the audit trail in plain words; its fields as they stand in the log are in a fold. */

import { el } from "./dom.js";
import { sqlBlock } from "./sql_text.js";
import { duration, language, say, sayCount, sayOr } from "./words.js";

const SHORT = 12;

/** @param {any} entry */
export function auditEntry(entry) {
  const data = entry.event_data ?? {};
  return el(
    "li",
    { class: "audit-entry", "data-look": look(data), "data-event": entry.event_type },
    el("h2", { class: "audit-what" }, what(entry.event_type, data)),
    details(data),
    foot(entry),
    raw(entry),
  );
}

/** @param {any} data */
function look(data) {
  if (["reject", "refused", "cancelled"].includes(data.decision) || isFailure(data)) return "bad";
  return data.verdict && data.verdict !== "same" ? "care" : "plain";
}

/** @param {any} data */
function isFailure(data) {
  return ["error", "timeout", "resource_limit"].includes(data.status);
}

/** What happened; where it could go several ways, which. @param {string} type @param {any} data */
function what(type, data) {
  const told = isOfModel(data) ? "model" : (data.decision ?? data.status ?? data.rating ?? data.artifact_type);
  const way = [type, told].filter(Boolean).join("_");
  return sayOr(`event_${way}`, sayOr(`event_${type}`, type));
}

/** Whether a language model was asked, or has ended. @param {any} data */
const isOfModel = (data) => data.tool_name === "model.complete" || Boolean(data.model && data.prompts);

/** What a reader wants to know of it without opening the fold. @param {any} data */
function details(data) {
  const lines = [
    data.question && el("p", { class: "audit-quote" }, `“${data.question}”`),
    data.arguments?.query && Object.assign(sqlBlock(data.arguments.query), { tabIndex: 0 }),
    el("p", { class: "audit-facts" }, facts(data).map((fact) => el("span", {}, fact))),
  ];
  return lines.filter((line) => line && line.textContent);
}

/** @param {any} data @returns {string[]} */
function facts(data) {
  return [
    data.by && say("audit_by", { name: data.by }),
    data.is_edited && say("sql_edited"),
    data.source && say("from_source", { source: data.source }),
    typeof data.row_count === "number" && sayCount("rows", data.row_count),
    typeof data.elapsed_ms === "number" && duration(data.elapsed_ms),
    ["reject", "refused"].includes(data.decision) && data.reason,
    isFailure(data) && data.message,
    data.verdict && sayOr(`verdict_${String(data.verdict).replaceAll(" ", "_")}`, data.verdict),
  ].filter(Boolean);
}

/** @param {any} entry */
function foot(entry) {
  const moment = new Date(entry.timestamp);
  const shown = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "medium" }).format(moment);
  return el(
    "p",
    { class: "audit-foot" },
    el("span", {}, say("audit_number", { number: entry.sequence_number })),
    el("time", { datetime: entry.timestamp, title: entry.timestamp }, shown),
    el("span", {}, sayOr(`actor_${entry.actor}`, entry.actor)),
    el("code", { title: entry.hash, translate: "no" }, entry.hash.slice(0, SHORT)),
  );
}

/** @param {any} entry */
function raw(entry) {
  const text = JSON.stringify(entry, null, 2);
  return el(
    "details",
    { class: "audit-raw" },
    el("summary", {}, say("audit_raw")),
    el("pre", { class: "sql", tabIndex: 0, translate: "no" }, text),
  );
}
