/** Other ways to draw the same data, made from the encoding of the chart that came with the answer. */

/**
 * @typedef {{kind: string, spec: any}} Chart
 * @typedef {"bar" | "line" | "area" | "scatter"} Kind
 */

const MARKS = {
  bar: { type: "bar" },
  line: { type: "line", point: true },
  area: { type: "area", opacity: 0.7, line: true },
  scatter: { type: "point", filled: true, size: 60 },
};
const LINES = ["line", "area"];
const LINE_POINTS = 3;
const BY_TYPE = {
  temporal: ["line", "area", "bar", "scatter"],
  ordinal: ["line", "area", "bar", "scatter"],
  nominal: ["bar"],
  quantitative: ["scatter", "line"],
};

/** The kinds that make sense for the data, its own first. @param {Chart} chart @returns {string[]} */
export function kindsOf(chart) {
  const axes = axesOf(chart.spec);
  const others = axes ? (BY_TYPE[/** @type {keyof typeof BY_TYPE} */ (axes.name.type)] ?? []) : [];
  const own = chart.kind === "stacked_bar" ? "bar" : chart.kind;
  const fit = others.filter((kind) => kind !== own && (isLong(chart.spec, axes?.name) || !LINES.includes(kind)));
  return [own, ...fit];
}

/** Two points are no course of time. @param {any} spec @param {any} name */
const isLong = (spec, name) =>
  new Set((spec.data?.values ?? []).map((/** @type {any} */ row) => row[name?.field])).size >= LINE_POINTS;

/** @param {Chart} chart @param {string} kind */
export function specOf(chart, kind) {
  const own = chart.kind === "stacked_bar" ? "bar" : chart.kind;
  const axes = axesOf(chart.spec);
  if (kind === own || !axes) return chart.spec;
  const { layer, mark, encoding, params, ...rest } = chart.spec;
  const { x, y, ...channels } = encoding;
  const drawn = MARKS[/** @type {Kind} */ (kind)];
  return {
    ...rest,
    height: 320,
    mark: drawn,
    encoding: { ...channels, ...placed(axes, kind), ...beside(channels, kind) },
  };
}

/** The channel that names and the one that measures; nothing where the spec is more than that. @param {any} spec */
function axesOf(spec) {
  const { x, y } = spec.encoding ?? {};
  if (!x?.field || !y?.field) return null;
  return y.type === "quantitative" ? { name: x, measure: y } : { name: y, measure: x };
}

/** @param {{name: any, measure: any}} axes @param {string} kind */
function placed({ name, measure }, kind) {
  const filled = kind === "bar" || kind === "area";
  const y = { ...measure, scale: { ...measure.scale, zero: filled || (measure.scale?.zero ?? true) } };
  return { x: kind === "bar" && name.type === "temporal" ? inSteps(name) : name, y };
}

/** Times as a row of steps, so that bars have a width. @param {any} name */
const inSteps = (name) => ({
  ...name,
  type: "ordinal",
  timeUnit: "yearmonthdatehours",
  axis: { ...name.axis, tickCount: undefined, labelAngle: 0 },
});

/** Series of bars stand beside each other. @param {any} channels @param {string} kind */
const beside = (channels, kind) =>
  kind === "bar" && channels.color?.field ? { xOffset: { field: channels.color.field } } : {};
