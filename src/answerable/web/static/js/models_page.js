/** The language model of a project: which one is in use, choosing another, files to fetch, what models took. */

import { get } from "./api.js";
import { button, byId, el } from "./dom.js";
import { choiceForm } from "./models_choice.js";
import { filesPart } from "./models_files.js";
import { usagePart } from "./models_usage.js";
import { announce, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme } from "./preferences.js";
import { loadWords, say } from "./words.js";

/** @type {{lang: string, words: string}} */
const facts = JSON.parse(byId("facts").textContent);

/** @type {Record<string, () => void>} */
const ACTS = { "switch-theme": switchTheme, "switch-language": switchLanguage };

const status = byId("models-in-use");

async function begin() {
  const ready = loadWords(facts.words, facts.lang);
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const act = ACTS[pressed?.getAttribute("data-do") ?? ""];
    if (act) ready.then(act);
  });
  await ready;
  watchConnection();
  await load();
}

async function load() {
  try {
    const [models, usage] = await Promise.all([get("/api/models"), get("/api/models/usage")]);
    draw(models);
    fill("models-usage", usagePart(usage, models));
  } catch (error) {
    failed(/** @type {any} */ (error));
  } finally {
    status.setAttribute("aria-busy", "false");
  }
}

/** @param {any} models */
function draw(models) {
  drawInUse(models);
  fill("models-choice", choiceForm(models, changed));
  fill("models-files", filesPart(models, changed));
}

/** After a choice was stored. @param {any} models @param {string} words */
async function changed(models, words) {
  draw(models);
  announce(words);
  fill("models-usage", usagePart(await get("/api/models/usage"), models));
}

/** @param {any} models */
function drawInUse(models) {
  const isNone = models.engine === "embedded";
  const then = models.held.fallback ? say("models_then", { models: models.held.fallback }) : "";
  const lines = isNone
    ? [el("p", { class: "models-name" }, say("models_none")), el("p", {}, say("models_none_words"))]
    : [
        el("p", { class: "models-name" }, say("models_used", { model: models.engine })),
        el("p", {}, [say("models_used_words"), then].filter(Boolean).join(" ")),
      ];
  status.dataset.look = isNone ? "none" : "used";
  status.replaceChildren(...lines);
}

/** @param {string} id @param {Node[]} children */
function fill(id, children) {
  byId(id).replaceChildren(...children);
  byId(id).hidden = false;
}

/** @param {{message: string, hint: string}} error */
function failed(error) {
  const words = [error.message, error.hint].filter(Boolean).join(" ");
  status.dataset.look = "none";
  status.replaceChildren(el("p", {}, words), button(say("try_again"), load, { class: "button small" }));
  announce(words);
}

begin();
