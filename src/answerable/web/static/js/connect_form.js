/** Connecting a database: its address, tried before it is kept. */

import { post } from "./api.js";
import { el } from "./dom.js";
import { say, sayCount } from "./words.js";

/** @param {import("./sources.js").Sources} sources */
export function connectForm(sources) {
  const spec = el("input", {
    class: "input",
    id: "connect-spec",
    required: true,
    maxlength: "2000",
    placeholder: say("connect_placeholder"),
    spellcheck: "false",
    autocapitalize: "off",
    "aria-describedby": "connect-hint",
  });
  const name = el("input", { class: "input", id: "connect-name", maxlength: "100" });
  const said = el("p", { class: "said", role: "status", hidden: true });
  const tell = (/** @type {string} */ words, bad = false) => {
    said.textContent = words;
    said.classList.toggle("bad", bad);
    said.hidden = false;
  };
  const trying = async (/** @type {() => Promise<string>} */ work) => {
    if (!spec.reportValidity()) return;
    tell(say("connecting"));
    try {
      tell(await work());
    } catch (error) {
      const told = /** @type {any} */ (error);
      tell(`${told.message} ${told.hint ?? ""}`.trim(), true);
    }
  };
  const given = () => ({ spec: spec.value.trim(), name: name.value.trim() || undefined });
  const test = () => trying(async () => worked(await post("/api/sources/test", { spec: given().spec })));
  const connect = () =>
    trying(async () => {
      const source = await post("/api/sources", given());
      spec.value = name.value = "";
      await sources.load();
      sources.chooseOnly([source.id]);
      return say("connected", { name: source.name });
    });
  const fields = [
    el(
      "div",
      { class: "field" },
      el("label", { for: "connect-spec" }, say("connect_spec")),
      spec,
      el("p", { class: "hint", id: "connect-hint" }, say("connect_hint")),
    ),
    el("div", { class: "field" }, el("label", { for: "connect-name" }, say("connect_name")), name),
  ];
  const actions = el(
    "div",
    { class: "actions" },
    el("button", { type: "submit", class: "button primary" }, say("connect")),
    el("button", { type: "button", class: "button", on: { click: test } }, say("test_connection")),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    connect();
  };
  return el(
    "form",
    { class: "panel-part connect", on: { submit } },
    el("h3", {}, say("connect_title")),
    fields,
    said,
    actions,
  );
}

/** @param {{tables: string[]}} tried */
const worked = (tried) => say("connection_works", { tables: sayCount("tables", tried.tables.length) });
