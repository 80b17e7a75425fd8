/** The query before it runs: in plain words first, then its text; approve, edit or cancel. */

import { button, el, icon } from "./dom.js";
import { pathWords } from "./computed.js";
import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { inLines, sqlBlock } from "./sql_text.js";
import { number, percent, say } from "./words.js";

/**
 * Each is false where nothing can be decided now.
 * @typedef {{approve: (editedSql: string | null) => boolean, cancel: () => boolean}} Decide
 */

export class PreviewCard {
  /** @param {any} event the query_preview event @param {boolean} mayEdit */
  constructor(event, mayEdit) {
    this.event = event;
    this.queryId = event.query_id;
    this.mayEdit = mayEdit;
    this.wordsLine = el("p", { class: "preview-words" }, event.explanation);
    this.factsPart = el("div", { class: "facts" }, ...facts(event));
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
      el("div", { class: "preview-head" }, el("h3", { class: "eyebrow" }, say("what_will_run")), this.factsPart),
      this.wordsLine,
    );
    const found = this.event.findings?.length ? findings(this.event.findings) : null;
    const sql = el("div", { class: "card-part preview-body" }, found, this.sql);
    return [words, sql, this.actionPart];
  }

  /** @param {Decide} decide @param {string} [draft] SQL of a person's own to go on with */
  offer(decide, draft = "") {
    this.decide = decide;
    const approve = button(
      say("approve"),
      () => this.approve(),
      { class: "button primary", "data-do": "approve" },
      icon("check"),
    );
    const edit = this.mayEdit && button(say("edit"), () => this.edit(), { "data-do": "edit" });
    const cancel = button(say("cancel"), () => this.refuse(), { class: "button quiet", "data-do": "cancel" });
    const hint = el("span", { class: "hint" }, el("kbd", {}, say("key_approve")), " ", say("approves"));
    this.actions.replaceChildren(...[approve, edit, cancel, hint].filter(Boolean));
    this.actionPart.hidden = false;
    const begun = this.mayEdit && (this.editor?.value || draftOf(this.queryId) || draft);
    if (begun) this.edit(begun);
  }

  /** @param {string} [begun] */
  edit(begun) {
    const text = el("textarea", {
      class: "sql",
      "aria-label": say("edit_sql"),
      spellcheck: "false",
      autocapitalize: "off",
      translate: "no",
    });
    text.value = begun ?? this.editor?.value ?? inLines(this.event.query);
    this.editor = text;
    text.addEventListener("input", () => this.changed());
    const back = (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.stopEditing();
    };
    text.addEventListener("keydown", back);
    this.sql.replaceChildren(text, el("p", { class: "hint" }, say("edited_is_checked")));
    this.changed();
    text.focus();
  }

  /** The words and the figures belong to the query that was shown; a person's own has neither. */
  changed() {
    const edited = this.editedSql;
    if (edited) keepDraft(this.queryId, edited);
    else dropDraft(this.queryId);
    this.wordsLine.textContent = this.words;
    this.factsPart.replaceChildren(...facts(edited ? { source: this.event.source } : this.event));
  }

  /** What will run, in words. */
  get words() {
    return this.editedSql ? say("edited_words") : this.event.explanation;
  }

  /** The SQL in the editor, where it is another than was shown. @returns {string | null} */
  get editedSql() {
    const text = this.editor?.value.trim();
    return text && text !== inLines(this.event.query) && text !== this.event.query ? text : null;
  }

  stopEditing() {
    this.editor = undefined;
    this.changed();
    this.sql.replaceChildren(sqlBlock(this.event.query));
    this.actions.querySelector("[data-do=edit]")?.focus();
  }

  approve() {
    if (this.decide?.approve(this.editedSql)) this.settle();
  }

  refuse() {
    if (!this.decide?.cancel()) return;
    dropDraft(this.queryId);
    this.settle();
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
  return told.filter(Boolean).map((fact) => el("span", {}, fact));
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
