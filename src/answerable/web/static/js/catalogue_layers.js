/** Tables in layers, so that arrows lead from left to right, go round boxes and cross little. */

const ROUNDS = 4;

/**
 * The leftmost layer first. A tie that leaves out layers has a place in each of them: `ways` has the names of these.
 * @param {string[]} tables @param {any[]} ties
 * @returns {{layers: string[][], ways: Map<any, string[]>}}
 */
export function layersOf(tables, ties) {
  const depth = depths(tables, neighbours(tables, ties, "table", "target"));
  const deepest = Math.max(...depth.values());
  const layers = Array.from({ length: deepest + 1 }, () => /** @type {string[]} */ ([]));
  const column = (/** @type {string} */ table) => deepest - /** @type {number} */ (depth.get(table));
  for (const table of [...tables].sort()) layers[column(table)].push(table);
  const ways = new Map(ties.map((one, number) => [one, stops(one, number, column, layers)]));
  const steps = ties.flatMap((one) => {
    const way = [one.table, ...(ways.get(one) ?? []), one.target];
    return way.slice(1).map((target, place) => ({ table: way[place], target }));
  });
  const all = layers.flat();
  untangle(layers, neighbours(all, steps, "table", "target"), neighbours(all, steps, "target", "table"));
  return { layers, ways };
}

/** @param {any} one @param {number} number @param {(table: string) => number} column @param {string[][]} layers */
function stops(one, number, column, layers) {
  const names = [];
  for (let place = column(one.table) + 1; place < column(one.target); place += 1) {
    names.push(`${number} in ${place}\u0000`);
    layers[place].push(names[names.length - 1]);
  }
  return names;
}

/**
 * @param {string[]} tables @param {any[]} ties @param {string} from @param {string} to
 * @returns {Map<string, Set<string>>}
 */
function neighbours(tables, ties, from, to) {
  const found = new Map(tables.map((table) => [table, new Set()]));
  for (const one of ties) if (one[from] !== one[to]) found.get(one[from])?.add(one[to]);
  return found;
}

/** How many steps a table is from one that belongs to none; a step that leads round in a circle does not count. */
function depths(/** @type {string[]} */ tables, /** @type {Map<string, Set<string>>} */ targets) {
  const known = new Map();
  const open = new Set();
  const depth = (/** @type {string} */ table) => {
    if (known.has(table)) return known.get(table);
    open.add(table);
    const below = [...(targets.get(table) ?? [])].filter((one) => !open.has(one)).map((one) => depth(one) + 1);
    open.delete(table);
    known.set(table, Math.max(0, ...below));
    return known.get(table);
  };
  [...tables].sort().forEach(depth);
  return known;
}

/** Each layer is sorted by where its neighbours stand, to and fro. */
function untangle(
  /** @type {string[][]} */ layers,
  /** @type {Map<string, Set<string>>} */ targets,
  /** @type {Map<string, Set<string>>} */ sources,
) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = new Map();
    for (const layer of layers)
      layer.forEach((table, row) => places.set(table, (row + 0.5) / layer.length));
    const middle = (/** @type {string} */ table) => {
      const near = [...(targets.get(table) ?? []), ...(sources.get(table) ?? [])].map((one) => places.get(one));
      return near.length ? near.reduce((sum, one) => sum + one, 0) / near.length : places.get(table);
    };
    const order = round % 2 ? layers : [...layers].reverse();
    for (const layer of order) {
      const by = new Map(layer.map((table) => [table, middle(table)]));
      layer.sort((one, other) => by.get(one) - by.get(other));
      layer.forEach((table, row) => places.set(table, (row + 0.5) / layer.length));
    }
  }
}
