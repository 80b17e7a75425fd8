/** A chart, drawn by Vega once the first one is wanted. Nothing in a spec may fetch, and no code is made from it. */

import { kindsOf, specOf } from "./chart_kinds.js";
import { el } from "./dom.js";
import { tooltip } from "./tooltip.js";
import { say, sayOr } from "./words.js";

/** @type {Promise<any> | null} */
let library = null;

/** The library, asked for once; asked for again after it could not be had. @param {string} url */
export function vega(url) {
  library ??= import(url).then(() => /** @type {any} */ (window));
  library.catch(() => {
    library = null;
  });
  return library;
}

const HIGHEST = 300;
const HIGHEST_ON_A_PHONE = 220;
const refuse = () => Promise.reject(new Error("refused"));
const LOADER = { load: refuse, sanitize: refuse, http: refuse, file: refuse };

export class ChartView {
  /** @param {import("./chart_kinds.js").Chart} chart @param {string} libraryUrl */
  constructor(chart, libraryUrl) {
    this.chart = chart;
    this.libraryUrl = libraryUrl;
    this.kinds = kindsOf(chart);
    this.kind = this.kinds[0];
    this.view = /** @type {any} */ (null);
    const label = chart.spec?.description ?? say("chart");
    this.canvas = el("div", { class: "chart-canvas", role: "img", "aria-label": label });
    this.canvas.append(el("p", { class: "hint" }, say("chart_coming")));
    const note = chart.spec?.title?.subtitle;
    this.element = el("figure", { class: "chart" }, this.canvas, note && el("figcaption", { class: "hint" }, note));
    this.onTheme = () => this.element.isConnected && this.draw();
    addEventListener("themechange", this.onTheme);
  }

  /** @param {string} kind */
  async show(kind) {
    this.kind = kind;
    await this.draw();
  }

  async draw() {
    try {
      const { vegaEmbed } = await vega(this.libraryUrl);
      this.view?.finalize();
      const embedded = await vegaEmbed(this.canvas, fitted(specOf(this.chart, this.kind)), options());
      this.view = embedded.view;
      this.element.dataset.drawn = this.kind;
    } catch {
      this.canvas.replaceChildren(el("p", { class: "hint" }, say("chart_failed")));
    }
  }

  /** The picture as a Blob. @param {"png" | "svg"} format @returns {Promise<Blob>} */
  async picture(format) {
    if (format === "svg") return new Blob([await this.view.toSVG()], { type: "image/svg+xml" });
    const canvas = await this.view.toCanvas(2);
    return new Promise((done, fail) =>
      canvas.toBlob((/** @type {Blob | null} */ blob) => (blob ? done(blob) : fail(new Error())), "image/png"),
    );
  }
}

/** @param {string} kind */
export const kindWords = (kind) => sayOr(`kind_${kind}`, kind);

/** The card has its own headline and width. @param {any} spec */
function fitted(spec) {
  const { $schema, title, config, ...rest } = spec;
  const most = matchMedia("(max-width: 52rem)").matches ? HIGHEST_ON_A_PHONE : HIGHEST;
  const height = isFlat(spec) ? rest.height : Math.min(rest.height ?? most, most);
  return { ...rest, height, width: "container", autosize: { type: "fit-x", contains: "padding" } };
}

/** Bars that lie need a height by their count. @param {any} spec */
const isFlat = (spec) => spec.encoding?.x?.type === "quantitative" && spec.encoding?.y?.type !== "quantitative";

function options() {
  const quiet = { mode: "vega-lite", actions: false, defaultStyle: false, ast: true, renderer: "svg", loader: LOADER };
  return { ...quiet, tooltip, config: config() };
}

/** The page's own colours and fonts. */
function config() {
  const style = getComputedStyle(document.documentElement);
  const get = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const [ink, faint, line, accent] = [get("--ink-soft"), get("--ink-faint"), get("--line"), get("--accent")];
  const labels = { labelColor: faint, titleColor: faint, labelFontSize: 12, titleFontSize: 12, titleFontWeight: 500 };
  return {
    background: "transparent",
    font: get("--sans"),
    axis: { ...labels, gridColor: line, domainColor: line, tickColor: line, labelPadding: 6, titlePadding: 10 },
    axisY: { domain: false, ticks: false },
    legend: { labelColor: ink, titleColor: faint, labelFontSize: 12, orient: "top", title: null },
    view: { stroke: null },
    bar: { color: accent, cornerRadiusEnd: 3 },
    line: { color: accent, strokeWidth: 2.25 },
    area: { color: accent },
    point: { color: accent },
    text: { color: ink, fontSize: 12 },
    range: { category: [accent, "#e08a3c", "#4a78c2", "#c8566b", "#8a6bbd", "#b8973a", "#6b9a4a", "#7d8597"] },
  };
}
