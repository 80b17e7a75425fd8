/** Model files for this machine: which are here, fetching one, how far that is. */

import { get, post, put } from "./api.js";
import { button, el } from "./dom.js";
import { complain } from "./notices.js";
import { number, percent, say } from "./words.js";

const LOOK_EVERY = 1500;
const MEGA = 1e6;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** @param {any} models @param {import("./models_choice.js").Changed} changed @returns {Node[]} */
export function filesPart(models, changed) {
  const list = el("ul", { class: "models-files" });
  draw(list, models, changed);
  return [el("h2", {}, say("models_files")), el("p", { class: "hint" }, say("models_files_words")), list];
}

/** @param {HTMLElement} list @param {any} models @param {import("./models_choice.js").Changed} changed */
function draw(list, models, changed) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.file;
  list.replaceChildren(...models.files.map((/** @type {any} */ one) => entry(one, list, models, changed)));
  if (focused) /** @type {any} */ (list.querySelector(`[data-file="${focused}"]`))?.focus();
  clearTimeout(next);
  const isPulling = models.files.some((/** @type {any} */ one) => one.is_pulling);
  if (isPulling) next = setTimeout(() => look(list, models, changed), LOOK_EVERY);
}

/** Whole files change what may be chosen. @param {HTMLElement} list @param {any} before @param {any} changed */
async function look(list, before, changed) {
  if (!list.isConnected) return;
  try {
    const models = await get("/api/models");
    const whole = models.files.find((/** @type {any} */ one, /** @type {number} */ at) => isNew(one, before.files[at]));
    if (whole) await changed(models, say("models_file_came", { name: whole.name }));
    else draw(list, models, changed);
  } catch (error) {
    complain(error);
    next = setTimeout(() => look(list, before, changed), LOOK_EVERY * 4);
  }
}

/** @param {any} now @param {any} before */
const isNew = (now, before) => now.is_here && !before.is_here;

/** @param {any} file @param {HTMLElement} list @param {any} models @param {any} changed */
function entry(file, list, models, changed) {
  const facts = say("models_file_facts", {
    size: number(Math.round(file.bytes / MEGA)),
    memory: number(file.memory_gb),
    licence: file.licence,
  });
  const words = el("div", { class: "models-file-words" }, el("b", {}, file.name), el("span", { class: "hint" }, facts));
  const problem = file.problem && el("p", { class: "said bad" }, file.problem);
  return el("li", { class: "models-file" }, words, state(file, list, models, changed), problem);
}

/** @param {any} file @param {HTMLElement} list @param {any} models @param {any} changed */
function state(file, list, models, changed) {
  if (file.is_here) {
    const inUse = models.engine === `local:${file.name}`;
    return inUse ? el("span", { class: "models-badge" }, say("models_file_used")) : useButton(file, models, changed);
  }
  const share = file.bytes_here / file.bytes;
  if (file.is_pulling) return progress(file, share);
  const words = file.bytes_here ? say("models_file_go_on", { share: percent(share) }) : say("models_file_pull");
  return button(words, () => pull(file, list, models, changed), { class: "button small", "data-file": file.name });
}

/** @param {any} file @param {number} share */
function progress(file, share) {
  const bar = el("progress", { max: "1", value: share, "aria-label": say("models_file_coming", { name: file.name }) });
  return el("span", { class: "models-progress" }, bar, el("span", { class: "hint" }, percent(share)));
}

/** @param {any} file @param {any} models @param {any} changed */
function useButton(file, models, changed) {
  const use = async () => {
    const engine = `local:${file.name}`;
    try {
      const told = await put("/api/models", { ...models.own, engine });
      await changed(told, say("models_saved", { model: engine }));
    } catch (error) {
      complain(error);
    }
  };
  return button(say("models_file_use"), use, { class: "button small", "data-file": file.name });
}

/** @param {any} file @param {HTMLElement} list @param {any} models @param {any} changed */
async function pull(file, list, models, changed) {
  try {
    draw(list, { ...models, files: await post("/api/models/pull", { name: file.name }) }, changed);
  } catch (error) {
    complain(error);
  }
}
