/** Relationships as a drawing: tables in layers, each arrow from a row to the row it belongs to. */

import { anchor } from "./catalogue_card.js";
import { layersOf } from "./catalogue_layers.js";
import { say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_TABLES = 30;
const BOX = { width: 172, height: 48 };
const GAP = { x: 84, y: 18 };
const EDGE = 8;
const LONGEST = { noun: 22, table: 24 };

/**
 * The drawing of these tables, or of those among them with most relationships; null where none belongs to another.
 * @param {import("./catalogue_model.js").CatalogueTable[]} tables
 */
export function diagram(tables) {
  const named = new Map(tables.map((table) => [table.entity.table, table]));
  const all = tables.flatMap((table) => table.parts.outgoing.filter((one) => named.has(one.target)));
  const drawn = mostTied(all);
  const ties = all.filter((one) => drawn.has(one.table) && drawn.has(one.target));
  if (!drawn.size) return null;
  const { layers, ways } = layersOf([...drawn], ties);
  const places = placed(layers);
  const height = Math.max(...layers.map((layer) => layer.length)) * (BOX.height + GAP.y) - GAP.y + 2 * EDGE;
  const width = layers.length * (BOX.width + GAP.x) - GAP.x + 2 * EDGE;
  const others = ties.filter((one) => one.table !== one.target);
  const lines = others.map((one) => arrow(one, places, named, ways.get(one) ?? []));
  const boxes = [...drawn].map((table) => box(table, places, named, lines));
  const size = { viewBox: `0 0 ${width} ${height}`, width, height };
  const svg = draw(
    "svg",
    { class: "diagram", role: "group", "aria-label": say("catalogue_diagram"), ...size },
    head(),
    ...lines.map(([line]) => line),
    ...boxes,
  );
  return { svg, count: drawn.size, isAll: drawn.size === new Set(all.flatMap((one) => [one.table, one.target])).size };
}

/** @param {any[]} ties @returns {Set<string>} */
function mostTied(ties) {
  const counts = new Map();
  for (const one of ties)
    for (const table of one.table === one.target ? [] : [one.table, one.target])
      counts.set(table, (counts.get(table) ?? 0) + 1);
  const sorted = [...counts].sort(([one, ties], [other, more]) => more - ties || (one < other ? -1 : 1));
  return new Set(sorted.slice(0, MOST_TABLES).map(([table]) => table));
}

/** The upper left corner of each box; layers stand in the middle of the height. @param {string[][]} layers */
function placed(layers) {
  const most = Math.max(...layers.map((layer) => layer.length));
  const places = new Map();
  layers.forEach((layer, column) => {
    const top = ((most - layer.length) * (BOX.height + GAP.y)) / 2;
    layer.forEach((table, row) =>
      places.set(table, {
        x: EDGE + column * (BOX.width + GAP.x),
        y: EDGE + top + row * (BOX.height + GAP.y),
      }),
    );
  });
  return places;
}

/**
 * The line with the two tables it ties.
 * @param {any} one @param {Map<string, any>} places @param {Map<string, any>} named @param {string[]} stops
 */
function arrow(one, places, named, stops) {
  const noun = (/** @type {string} */ table) => named.get(table).entity.noun;
  const words = say("catalogue_edge", { from: noun(one.table), to: noun(one.target), role: one.role });
  const look = { class: "diagram-line", "data-look": one.provenance === "inferred" ? "inferred" : "declared" };
  const way = wayOf([one.table, ...stops, one.target].map((name) => places.get(name)));
  const line = draw("path", { ...look, d: way, "marker-end": "url(#diagram-head)" }, draw("title", {}, words));
  return [line, one.table, one.target];
}

/** Between boxes in curves, straight through the places kept free for it. @param {{x: number, y: number}[]} corners */
function wayOf(corners) {
  const isForth = corners[corners.length - 1].x > corners[0].x;
  const [leave, enter] = isForth ? [BOX.width, 0] : [0, BOX.width];
  const middle = (/** @type {{y: number}} */ corner) => corner.y + BOX.height / 2;
  let way = `M${corners[0].x + leave} ${middle(corners[0])}`;
  corners.slice(1).forEach((corner, place) => {
    const [x1, x2] = [corners[place].x + leave, corner.x + enter];
    const bend = isForth ? Math.max(36, (x2 - x1) / 2) : Math.min(-36, (x2 - x1) / 2);
    const [y1, y2] = [middle(corners[place]), middle(corner)];
    way += `H${x1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
  });
  return way;
}

/** @param {string} table @param {Map<string, any>} places @param {Map<string, any>} named @param {any[]} lines */
function box(table, places, named, lines) {
  const { x, y } = places.get(table);
  const { entity, parts } = named.get(table);
  const shape = { x, y, width: BOX.width, height: BOX.height, rx: 8 };
  const look = { class: "diagram-box", "data-look": parts.happens.length ? "event" : "plain" };
  const link = draw(
    "a",
    { ...look, href: `#${anchor(table)}`, "aria-label": `${entity.plural} (${table})` },
    draw("rect", shape),
    draw("text", { class: "diagram-noun", x: x + 12, y: y + 20 }, cut(titled(entity.plural), LONGEST.noun)),
    draw("text", { class: "diagram-table", x: x + 12, y: y + 37 }, cut(table, LONGEST.table)),
    draw("title", {}, `${entity.plural} (${table})`),
  );
  const own = lines.filter(([, from, to]) => from === table || to === table).map(([line]) => line);
  const light = (/** @type {boolean} */ isOn) => own.forEach((line) => line.classList.toggle("on", isOn));
  for (const event of ["pointerenter", "focus"]) link.addEventListener(event, () => light(true));
  for (const event of ["pointerleave", "blur"]) link.addEventListener(event, () => light(false));
  return link;
}

function head() {
  const size = { viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" };
  return draw("defs", {}, draw("marker", { id: "diagram-head", ...size }, draw("path", { d: "M0 0L8 4L0 8z" })));
}

/** @param {string} words */
const titled = (words) => words.charAt(0).toLocaleUpperCase() + words.slice(1);

/** @param {string} words @param {number} most */
const cut = (words, most) => (words.length > most ? `${words.slice(0, most - 1)}…` : words);

/**
 * An element of a drawing; text is only ever text.
 * @param {string} tag @param {Record<string, any>} given @param {...any} children
 */
function draw(tag, given, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(given)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
