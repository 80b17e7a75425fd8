/** The page of one request: what was recorded of it, step by step, and whether the record is as it was written. */

import { get, post } from "./api.js";
import { auditEntry } from "./audit_entry.js";
import { saveFile } from "./copying.js";
import { button, byId, el } from "./dom.js";
import { announce, toast, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme } from "./preferences.js";
import { clock, loadWords, number, say, sayCount } from "./words.js";

/** @type {{lang: string, words: string, request_id: string, may_verify: boolean}} */
const facts = JSON.parse(byId("facts").textContent);

/** @type {Record<string, () => void>} */
const ACTS = {
  "switch-theme": switchTheme,
  "switch-language": switchLanguage,
  "save-evidence": saveEvidence,
  verify,
};

/** What is pressed before the words are there waits for them. */
async function begin() {
  const ready = loadWords(facts.words, facts.lang);
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const act = ACTS[pressed?.getAttribute("data-do") ?? ""];
    if (!act) return;
    event.preventDefault();
    ready.then(act);
  });
  await ready;
  watchConnection();
  await draw();
}

async function draw() {
  const list = byId("timeline");
  list.setAttribute("aria-busy", "true");
  list.replaceChildren(el("li", { class: "audit-nothing" }, say("loading")));
  try {
    const { entries } = await get(`/api/audit/requests/${facts.request_id}`);
    list.replaceChildren(...entries.map(auditEntry));
    byId("timeline-count").textContent = sayCount("audit_entries", entries.length);
  } catch (error) {
    list.replaceChildren(el("li", { class: "audit-nothing" }, undrawn(/** @type {any} */ (error))));
  }
  list.setAttribute("aria-busy", "false");
}

/**
 * Where there is nothing, there is no evidence of it either.
 * @param {{code: string, message: string, hint: string}} error
 */
function undrawn(error) {
  const isNothing = error.code === "not_found";
  byId("evidence").hidden = isNothing;
  const words = isNothing ? say("audit_nothing") : [error.message, error.hint].filter(Boolean).join(" ");
  announce(words);
  return [el("p", {}, words), !isNothing && button(say("try_again"), draw, { class: "button small" })];
}

function saveEvidence() {
  toast(say("audit_saving"));
  saveFile(byId("evidence").getAttribute("href"), `evidence-${facts.request_id}.zip`);
}

async function verify() {
  const press = byId("verify");
  press.disabled = true;
  show("waiting", [say("audit_verifying")]);
  try {
    const found = await post("/api/audit/verify", {});
    show(found.ok ? "good" : "bad", found.ok ? whole(found) : broken(found));
  } catch (error) {
    const told = /** @type {{message: string, hint: string}} */ (error);
    show("waiting", [say("audit_unverified"), [told.message, told.hint].filter(Boolean).join(" ")]);
  } finally {
    press.disabled = false;
    press.focus();
  }
}

/** @param {any} found */
function whole(found) {
  const signed = found.checkpoint;
  const [entries, files] = [sayCount("audit_entries", found.entries), sayCount("audit_files", found.files)];
  return [
    say("audit_whole", { entries, files }),
    signed && say("audit_signed", { count: number(signed.size), time: clock(signed.time), key: signed.key_id }),
    ...found.warnings,
  ].filter(Boolean);
}

/** @param {any} found */
function broken(found) {
  const { bad_file: file, problem } = found;
  const line = found.bad_line && number(found.bad_line);
  return [
    say("audit_changed"),
    line ? say("audit_bad_line", { file, line, problem }) : say("audit_bad_file", { file, problem }),
    found.entries > 0 && say("audit_before", { entries: sayCount("audit_entries", found.entries) }),
    say("audit_what_now"),
  ].filter(Boolean);
}

/** @param {string} look @param {string[]} lines */
function show(look, lines) {
  const shown = byId("verified");
  shown.dataset.look = look;
  shown.replaceChildren(...lines.map((line) => el("p", {}, line)));
  shown.hidden = false;
  announce(lines[0]);
}

begin();
