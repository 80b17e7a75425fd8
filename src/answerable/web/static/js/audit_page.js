/** The page of one request: what was recorded of it, step by step, and whether the record is as it was written. */

import { get, post } from "./api.js";
import { auditEntry } from "./audit_entry.js";
import { byId, el } from "./dom.js";
import { announce, complain, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme } from "./preferences.js";
import { clock, loadWords, number, say, sayCount } from "./words.js";

/** @type {{lang: string, words: string, request_id: string, may_verify: boolean}} */
const facts = JSON.parse(byId("facts").textContent);

/** @type {Record<string, () => void>} */
const ACTS = { "switch-theme": switchTheme, "switch-language": switchLanguage, verify };

async function begin() {
  await loadWords(facts.words, facts.lang);
  watchConnection();
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    ACTS[pressed?.getAttribute("data-do") ?? ""]?.();
  });
  await draw();
}

async function draw() {
  const list = byId("timeline");
  try {
    const { entries } = await get(`/api/audit/requests/${facts.request_id}`);
    list.replaceChildren(...entries.map(auditEntry));
    byId("timeline-count").textContent = sayCount("audit_entries", entries.length);
  } catch (error) {
    const told = /** @type {{message: string, hint?: string}} */ (error);
    list.replaceChildren(el("li", { class: "audit-nothing" }, `${told.message} ${told.hint ?? ""}`));
  }
  list.setAttribute("aria-busy", "false");
}

async function verify() {
  const press = byId("verify");
  press.disabled = true;
  show("waiting", [say("audit_verifying")]);
  try {
    const found = await post("/api/audit/verify", {});
    show(found.ok ? "good" : "bad", found.ok ? whole(found) : broken(found));
  } catch (error) {
    byId("verified").hidden = true;
    complain(error);
  } finally {
    press.disabled = false;
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
  const place = [found.bad_file, found.bad_line && say("audit_line", { line: number(found.bad_line) })];
  return [say("audit_changed"), [place.filter(Boolean).join(", "), found.problem].filter(Boolean).join(": ")];
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
