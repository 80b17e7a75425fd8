/** The form by which an admin chooses: provider and model, address, key, what it may see, what it may take. */

import { get, post, put, remove } from "./api.js";
import { button, el } from "./dom.js";
import { limitFields } from "./models_limits.js";
import { details, moneyOf } from "./models_words.js";
import { say, sayOr } from "./words.js";

const EMBEDDED = "embedded";
const COMPATIBLE = "openai-compatible";
const LOCAL = "local";
const SEEN = ["auto", "schema", "values", "rows"];

/** @typedef {(models: any, words: string) => Promise<void>} Changed */

/** @param {any} models as GET /api/models tells @param {Changed} changed @returns {Node[]} */
export function choiceForm(models, changed) {
  const form = new ChoiceForm(models, changed);
  return [el("h2", {}, say("models_choose")), form.form];
}

class ChoiceForm {
  /** @param {any} models @param {Changed} changed */
  constructor(models, changed) {
    this.models = models;
    this.changed = changed;
    const [provider, ...name] = models.engine.split(":");
    this.provider = select("models-provider", this.providers(), provider);
    this.provider.addEventListener("change", () => this.adapt());
    this.model = input("models-model", name.join(":"), { list: "models-known", required: true });
    this.known = el("datalist", { id: "models-known" });
    this.address = input("models-address", models.own.base_url ?? "", {
      type: "url",
      placeholder: models.server.base_url || "http://127.0.0.1:11434/v1",
    });
    this.key = input("models-key", "", { type: "password", autocomplete: "off" });
    this.fallback = input("models-fallback", models.own.fallback ?? "", { placeholder: models.server.fallback });
    this.sees = select("models-sees", seen(), models.own.sees ?? "auto");
    this.blind = el("input", { type: "checkbox", id: "models-blind", checked: Boolean(models.held.blind) });
    this.blind.disabled = Boolean(models.server.blind);
    this.limits = limitFields(models);
    this.said = el("p", { class: "said", role: "status", hidden: true });
    const submit = (/** @type {Event} */ event) => this.submit(event);
    this.form = el("form", { class: "models-form", on: { submit } });
    this.form.append(...this.parts());
    this.adapt();
  }

  providers() {
    const named = this.models.providers.map((/** @type {any} */ one) => one.name);
    return [EMBEDDED, LOCAL, ...named].map((name) => [name, sayOr(`models_name_${name.replaceAll("-", "_")}`, name)]);
  }

  /** @returns {Node[]} */
  parts() {
    this.keyField = field("models-key", say("models_key"), this.key, "models-key-hint");
    this.forget = button(say("models_forget_key"), () => this.forgetKey(), { class: "button small quiet" });
    this.keyField.append(this.forget);
    this.modelField = field("models-model", say("models_model"), this.model, "models-model-hint");
    this.modelField.append(this.known);
    this.addressField = field("models-address", say("models_address"), this.address, "models-address-hint");
    this.fallbackField = field("models-fallback", say("models_fallback"), this.fallback, "models-fallback-hint");
    this.blindField = el("label", { class: "models-check" }, this.blind, el("span", {}, say("models_blind")));
    this.actions = el(
      "div",
      { class: "actions" },
      el("button", { type: "submit", class: "button primary" }, say("models_save")),
      button(say("models_try"), () => this.attempt()),
      button(say("models_reset"), () => this.giveUp(), { class: "button quiet" }),
    );
    return [
      field("models-provider", say("models_provider"), this.provider, "models-provider-hint"),
      this.modelField,
      this.addressField,
      this.keyField,
      this.fallbackField,
      field("models-sees", say("models_sees"), this.sees, "models-sees-hint"),
      this.blindField,
      this.limits.fold,
      this.said,
      this.actions,
    ];
  }

  /** What the provider needs is shown; the rest is not. */
  adapt() {
    const name = this.provider.value;
    const state = this.models.providers.find((/** @type {any} */ one) => one.name === name);
    this.modelField.hidden = this.fallbackField.hidden = name === EMBEDDED;
    this.model.required = name !== EMBEDDED;
    this.addressField.hidden = name !== COMPATIBLE;
    this.keyField.hidden = !state;
    this.forget.hidden = !state?.has_stored_key;
    this.model.placeholder = state?.usual_model ?? "";
    const offered = name === LOCAL ? this.filesHere() : (state?.models ?? []);
    this.known.replaceChildren(...offered.map((/** @type {string} */ one) => el("option", { value: one })));
    if (this.models.engine.split(":")[0] !== name) this.model.value = offered.length === 1 ? offered[0] : "";
    hint(this.form, "models-provider-hint", sayOr(`models_about_${name.replaceAll("-", "_")}`, ""));
    hint(this.form, "models-model-hint", name === LOCAL && !offered.length ? say("models_pull_first") : "");
    hint(this.form, "models-key-hint", state ? this.keyWords(state) : "");
    hint(this.form, "models-address-hint", say("models_address_hint"));
    hint(this.form, "models-sees-hint", say("models_sees_hint"));
    hint(this.form, "models-fallback-hint", say("models_fallback_hint"));
  }

  filesHere() {
    return this.models.files.filter((/** @type {any} */ one) => one.is_here).map((/** @type {any} */ one) => one.name);
  }

  /** @param {any} state */
  keyWords(state) {
    if (!state.is_installed) return say("models_install", { command: state.install });
    if (state.has_stored_key) return say("models_key_stored");
    if (state.name === COMPATIBLE) return say("models_key_optional");
    return state.has_key ? say("models_key_of_server") : say("models_key_missing");
  }

  get engine() {
    const name = this.provider.value;
    return name === EMBEDDED ? EMBEDDED : `${name}:${this.model.value.trim()}`;
  }

  given() {
    const address = this.provider.value === COMPATIBLE ? this.address.value.trim() : "";
    const sees = this.sees.value === "auto" ? null : this.sees.value;
    const then = { fallback: this.fallback.value.trim() || null, base_url: address || null };
    return { engine: this.engine, ...then, sees, blind: this.blind.checked || null, ...this.limits.given() };
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    this.busy(async () => {
      const words = say("models_saved", { model: this.engine });
      let models = await put("/api/models", this.given());
      const key = this.key.value.trim();
      if (key && !this.keyField.hidden) {
        await put(`/api/models/keys/${this.provider.value}`, { key });
        models = await get("/api/models");
      }
      await this.changed(models, words);
      tell(words);
    });
  }

  forgetKey() {
    this.busy(async () => {
      await remove(`/api/models/keys/${this.provider.value}`);
      await this.changed(await get("/api/models"), say("models_key_forgotten"));
      tell(say("models_key_forgotten"));
    });
  }

  giveUp() {
    this.busy(async () => {
      await this.changed(await remove("/api/models"), say("models_reset_done"));
      tell(say("models_reset_done"));
    });
  }

  /** The model in use is called once. */
  attempt() {
    this.busy(async () => {
      this.tell(say("models_trying", { model: this.models.engine }));
      const tried = await post("/api/models/test", {});
      const took = { model: tried.model, details: details(tried.usage), cost: moneyOf(tried.usage) };
      const words = say("models_replied", took);
      await this.changed(this.models, words);
      tell(words);
    });
  }

  /** @param {() => Promise<void>} work */
  async busy(work) {
    for (const one of this.actions.children) one.disabled = true;
    try {
      await work();
    } catch (error) {
      const told = /** @type {any} */ (error);
      this.tell(`${told.message} ${told.hint ?? ""}`.trim(), true);
    } finally {
      for (const one of this.actions.children) one.disabled = false;
    }
  }

  /** @param {string} words */
  tell(words, bad = false) {
    this.said.textContent = words;
    this.said.classList.toggle("bad", bad);
    this.said.hidden = false;
  }
}

/** In the form that was drawn anew. @param {string} words */
function tell(words) {
  const said = document.querySelector("#models-choice .said");
  if (!(said instanceof HTMLElement)) return;
  said.textContent = words;
  said.hidden = false;
}

const seen = () => SEEN.map((name) => [name, say(`models_sees_${name}`)]);

/** @param {string} id @param {string[][]} named @param {string} chosen */
function select(id, named, chosen) {
  const options = named.map(([value, words]) => el("option", { value }, words));
  const made = el("select", { class: "input", id, "aria-describedby": `${id}-hint` }, options);
  made.value = chosen;
  return made;
}

/** @param {string} id @param {string} value @param {Record<string, unknown>} more */
function input(id, value, more) {
  const plain = { class: "input", id, value, maxlength: "500", spellcheck: "false", autocapitalize: "off" };
  return el("input", { ...plain, "aria-describedby": `${id}-hint`, ...more });
}

/** @param {string} id @param {string} words @param {Node} input @param {string} hintId */
const field = (id, words, input, hintId) =>
  el("div", { class: "field" }, el("label", { for: id }, words), input, el("p", { class: "hint", id: hintId }));

/** @param {HTMLElement} form @param {string} id @param {string} words */
function hint(form, id, words) {
  const found = form.querySelector(`#${id}`);
  if (found) found.textContent = words;
}
