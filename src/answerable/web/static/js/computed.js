/** How an answer was computed: everything a careful reader would ask about. */

import { el } from "./dom.js";
import { sqlBlock } from "./sql_text.js";
import { duration, percent, say, sayOr } from "./words.js";

/** @param {any} event the result event */
export function computed(event) {
  const provenance = event.provenance ?? {};
  const facts = [
    ["caveats", listed(provenance.caveats, "caveat")],
    ["assumptions", listed(provenance.assumptions)],
    ["source", provenance.source],
    ["tables", provenance.tables?.join(", ")],
    ["filters", listed(provenance.filters)],
    ["freshness", provenance.freshness],
    ["knowledge", listed(provenance.applied?.map(entry))],
    ["path", pathWords(event.path)],
    ["model", provenance.model_note],
    ["confidence", event.confidence === null || event.confidence === undefined ? null : percent(event.confidence)],
    ["time", duration(event.data.execution_time_ms ?? provenance.elapsed_ms ?? 0)],
  ];
  const told = facts
    .filter(([, value]) => value)
    .flatMap(([name, value]) => [el("dt", {}, say(`computed_${name}`)), el("dd", {}, value)]);
  const body = el(
    "div",
    { class: "computed" },
    el("p", {}, event.explanation),
    el("dl", {}, told),
    event.sql && sqlBlock(event.sql),
  );
  return el("details", { class: "fold card-part-fold" }, el("summary", {}, say("how_computed")), body);
}

/** @param {string[] | undefined} items @param {string} [look] */
function listed(items, look = "") {
  if (!items?.length) return null;
  if (items.length === 1) return el("span", { class: look }, items[0]);
  return el(
    "ul",
    { class: "bulleted " + look },
    items.map((item) => el("li", {}, item)),
  );
}

/** @param {{kind: string, name: string, version: string}} one */
const entry = (one) =>
  say("knowledge_entry", { kind: sayOr(`knowledge_${one.kind}`, one.kind), name: one.name, version: one.version });

/** Which way the SQL was made. @param {string | null} path */
export function pathWords(path) {
  if (!path) return null;
  const [way, ...rest] = path.split(":");
  return way === "model" ? say("path_model", { model: rest.join(":") }) : sayOr(`path_${way}`, path);
}
