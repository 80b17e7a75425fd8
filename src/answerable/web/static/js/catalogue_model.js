/** A semantic model, table by table: what the page shows of each, and the text that a search looks through. */

/**
 * @typedef {{entity: any, columns: any[], rows: number, text: string, parts: Record<string, any[]>}} CatalogueTable
 */

const PARTS = {
  happens: "events",
  dates: "dates",
  measures: "measures",
  derived: "derived",
  flags: "flags",
  statuses: "statuses",
  decodings: "decodings",
  dimensions: "dimensions",
  exclusions: "exclusions",
  hidden: "hidden_types",
  outgoing: "relationships",
  unknown: "unknown",
};

/**
 * What happens first, then what takes part, then codes, views and technical tables; else in the source's order.
 * @param {any} meaning @param {any[]} schema @returns {CatalogueTable[]}
 */
export function tablesOf(meaning, schema) {
  const grouped = Object.entries(PARTS).map(([part, group]) => [part, byTable(meaning[group], (one) => one.table)]);
  const incoming = byTable(meaning.relationships, (one) => one.target);
  const hierarchies = byTable(meaning.hierarchies, (one) => one.levels[0][0]);
  const known = new Map(schema.map((table) => [table.name, table]));
  const tables = meaning.entities.map((/** @type {any} */ entity) => {
    const of = (/** @type {Map<string, any[]>} */ groups) => groups.get(entity.table) ?? [];
    const parts = Object.fromEntries(grouped.map(([part, groups]) => [part, of(/** @type {any} */ (groups))]));
    parts.incoming = of(incoming).filter((one) => one.table !== entity.table);
    parts.hierarchies = of(hierarchies).filter((one) => one.kind !== "self");
    const { columns = [], estimated_row_count: rows = 0 } = known.get(entity.table) ?? {};
    return { entity, columns, rows, parts, text: textOf(entity, columns, parts) };
  });
  return tables.sort((/** @type {any} */ one, /** @type {any} */ other) => rank(one) - rank(other));
}

/** @param {any[]} items @param {(one: any) => string} table @returns {Map<string, any[]>} */
function byTable(items, table) {
  const found = new Map();
  for (const one of items) {
    if (!found.has(table(one))) found.set(table(one), []);
    found.get(table(one)).push(one);
  }
  return found;
}

/** @param {CatalogueTable} table */
function rank({ entity, parts }) {
  if (entity.is_technical) return 4;
  if (entity.is_view) return 3;
  return entity.is_code_table ? 2 : parts.happens.length ? 0 : 1;
}

/**
 * Everything a person may look for, folded.
 * @param {any} entity @param {any[]} columns @param {Record<string, any[]>} parts
 */
function textOf(entity, columns, parts) {
  const words = [entity.table, entity.noun, entity.plural, entity.native, ...columns.map((column) => column.name)];
  for (const [part, items] of Object.entries(parts))
    for (const one of items) words.push(part === "incoming" ? one.table : "", ...textsIn(one));
  return words.join("\n").toLocaleLowerCase();
}

const SAID = ["column", "label", "role", "target", "noun", "unit", "kind", "sense"];

/** @param {any} one @returns {string[]} */
function textsIn(one) {
  const values = [...(one.verbs ?? []), ...(one.meanings ?? []), ...(one.spellings ?? []), ...(one.columns ?? [])];
  return [...SAID.map((name) => one[name] ?? ""), ...values.flat(2).map(String)];
}

/** Tables that have all words of a search. @param {CatalogueTable[]} tables @param {string} search */
export function found(tables, search) {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return tables.filter((table) => words.every((word) => table.text.includes(word)));
}
