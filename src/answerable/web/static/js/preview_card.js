/** The query before it runs: in plain words first, then its text; approve, edit or cancel. */

import { button, el, icon } from "./dom.js";
import { pathWords } from "./computed.js";
import { inLines, sqlBlock } from "./sql_text.js";
import { number, percent, say } from "./words.js";

/**
 * @typedef {{approve: (editedSql: string | null) => void, cancel: () => void}} Decide
 */

export class PreviewCard {
  /** @param {any} event the query_preview event @param {boolean} mayEdit */
  constructor(event, mayEdit) {
    this.event = event;
    this.mayEdit = mayEdit;
    this.sql = el("div", { class: "preview-sql" }, sqlBlock(event.query));
    this.actions = el("div", { class: "actions" });
    this.actionPart = el("div", { class: "card-part", hidden: true }, this.actions);
    this.element = el(
      "section",
      { class: "card preview-card", "aria-label": say("query_to_approve") },
      ...this.parts(),
    );
  }

  parts() {
    const words = el(
      "div",
      { class: "card-part" },
      el("div", { class: "preview-head" }, el("h3", { class: "eyebrow" }, say("what_will_run")), facts(this.event)),
      el("p", { class: "preview-words" }, this.event.explanation),
    );
    const found = this.event.findings?.length ? findings(this.event.findings) : null;
    const sql = el("div", { class: "card-part preview-body" }, found, this.sql);
    return [words, sql, this.actionPart];
  }

  /** @param {Decide} decide */
  offer(decide) {
    this.decide = decide;
    const approve = button(
      say("approve"),
      () => this.approve(),
      { class: "button primary", "data-do": "approve" },
      icon("check"),
    );
    const edit = this.mayEdit && button(say("edit"), () => this.edit(), { "data-do": "edit" });
    const cancel = button(say("cancel"), () => this.decide?.cancel(), { class: "button quiet", "data-do": "cancel" });
    const hint = el("span", { class: "hint" }, el("kbd", {}, say("key_approve")), " ", say("approves"));
    this.actions.replaceChildren(...[approve, edit, cancel, hint].filter(Boolean));
    this.actionPart.hidden = false;
  }

  edit() {
    const text = el("textarea", {
      class: "sql",
      "aria-label": say("edit_sql"),
      spellcheck: "false",
      autocapitalize: "off",
      translate: "no",
    });
    text.value = this.editor?.value ?? inLines(this.event.query);
    this.editor = text;
    const back = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.stopEditing();
    };
    text.addEventListener("keydown", back);
    this.sql.replaceChildren(text, el("p", { class: "hint" }, say("edited_is_checked")));
    text.focus();
  }

  stopEditing() {
    this.editor = undefined;
    this.sql.replaceChildren(sqlBlock(this.event.query));
    this.actions.querySelector("[data-do=edit]")?.focus();
  }

  approve() {
    const text = this.editor?.value.trim();
    const edited = text && text !== inLines(this.event.query) && text !== this.event.query ? text : null;
    this.settle();
    this.decide?.approve(edited);
  }

  /** Nothing more to decide. */
  settle() {
    this.actionPart.hidden = true;
    if (this.editor) this.sql.replaceChildren(sqlBlock(this.editor.value));
  }

  get isOpen() {
    return !this.actionPart.hidden && this.element.isConnected;
  }
}

/** @param {any} event */
function facts(event) {
  const told = [
    event.source && say("on_source", { source: event.source }),
    event.estimate_rows !== null &&
      event.estimate_rows !== undefined &&
      say("reads_about", { rows: number(event.estimate_rows) }),
    event.confidence !== null &&
      event.confidence !== undefined &&
      say("confidence_is", { share: percent(event.confidence) }),
    event.path && event.path !== "embedded" && pathWords(event.path),
    event.attempt > 1 && say("attempt_is", { attempt: event.attempt }),
  ];
  return el(
    "div",
    { class: "facts" },
    told.filter(Boolean).map((fact) => el("span", {}, fact)),
  );
}

/** @param {{message: string, severity: string}[]} found */
function findings(found) {
  return el(
    "ul",
    { class: "findings" },
    found.map((one) =>
      el(
        "li",
        { class: `finding ${one.severity === "error" ? "error" : ""}` },
        icon("care"),
        el("span", {}, one.message),
      ),
    ),
  );
}
