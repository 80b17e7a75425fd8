/** Puts the page together: words first, then who is here, then the conversation. */

import { get } from "./api.js";
import { Conversation } from "./conversation.js";
import { byId } from "./dom.js";
import { closeDrawer, openDrawer } from "./drawer.js";
import { watchKeys } from "./keys.js";
import { toast, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme, watchTheme } from "./preferences.js";
import { QuestionBox } from "./question_box.js";
import { SessionList } from "./session_list.js";
import { addSample, SourcePanel } from "./source_panel.js";
import { Sources } from "./sources.js";
import { watchDrops } from "./upload.js";
import { welcome } from "./welcome.js";
import { loadWords, say, sayCount, sayOr } from "./words.js";

const ROLES = ["viewer", "analyst", "curator", "admin"];
const facts = JSON.parse(byId("facts").textContent);

/** @param {string} role @param {string} least */
const isAtLeast = (role, least) => ROLES.indexOf(role) >= ROLES.indexOf(least);

async function begin() {
  const shell = /** @type {HTMLElement} */ (document.querySelector(".shell"));
  await loadWords(/** @type {string} */ (shell.dataset.words), facts.lang);
  watchConnection();
  watchTheme();
  const me = await whoIsHere();
  byId("role").textContent = sayOr(`role_${me.role}`, me.role);
  furnish(me.role);
}

async function whoIsHere() {
  try {
    return await get("/api/me");
  } catch (error) {
    toast(/** @type {Error} */ (error).message);
    return { role: "viewer" };
  }
}

/** @param {string} role */
function furnish(role) {
  const may = { connect: isAtLeast(role, "admin"), upload: isAtLeast(role, "analyst"), refresh: isAtLeast(role, "curator") };
  const sources = new Sources(may);
  const panel = new SourcePanel(sources);
  const setting = { vega: facts.vega, mayDownload: isAtLeast(role, "analyst"), mayEdit: isAtLeast(role, "analyst") };
  const doors = { ask: (/** @type {string} */ question) => conversation.ask(question), openSources: () => panel.open(), addSample: () => addSample(sources) };
  const box = new QuestionBox({ ask: doors.ask, stop: () => conversation.stop() });
  const sessions = new SessionList({ open: (id) => openSession(id), ended: (id) => id === conversation.sessionId && startNew() });
  const conversation = new Conversation({
    setting,
    sourceIds: () => sources.chosenIds(),
    welcome: () => welcome(sources, doors),
    onSession: (session) => entered(session),
    onBusy: (busy) => box.setBusy(busy),
    onAsked: (...questions) => box.remember(...questions),
  });

  const address = (/** @type {string | null} */ id) => (id ? `/c/${id}` : "/");
  const name = (/** @type {string} */ title) => {
    byId("title").textContent = title;
    document.title = `${title} · ${say("product")}`;
  };
  const entered = (/** @type {{session_id: string, title?: string}} */ session) => {
    if (location.pathname !== address(session.session_id)) history.replaceState(null, "", address(session.session_id));
    name(session.title || say("untitled"));
    sessions.mark(session.session_id);
    if (!sessions.sessions.some((one) => one.session_id === session.session_id)) sessions.load();
  };
  const leave = (/** @type {string | null} */ id) => {
    if (location.pathname !== address(id)) history.pushState(null, "", address(id));
    box.forget();
    closeDrawer();
    sessions.mark(id);
  };
  const openSession = (/** @type {string} */ id) => {
    leave(id);
    return conversation.open(id);
  };
  const startNew = () => {
    leave(null);
    name(say("new_conversation"));
    conversation.start();
    box.focus();
  };
  const follow = (/** @type {string | undefined} */ id) => (id ? conversation.open(id) : conversation.start());

  sources.addEventListener("change", () => {
    byId("source-names").textContent = sourceWords(sources);
    if (!conversation.turns.length && !conversation.sessionId) conversation.start();
  });
  addEventListener("popstate", () => follow(/^\/c\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1]));
  watchDoors({ "new-conversation": startNew, "open-sources": doors.openSources, "open-drawer": openDrawer, "close-drawer": closeDrawer });
  watchKeys({ focus: () => box.focus(), stop: () => conversation.stop(), isRunning: () => conversation.running !== null, waiting: () => conversation.waiting });
  if (may.upload) watchDrops(sources);
  sessions.load();
  follow(facts.session_id);
  if (matchMedia("(hover: hover)").matches) box.focus();
}

/** @param {Sources} sources */
function sourceWords(sources) {
  const chosen = sources.chosen();
  if (!chosen.length) return say("no_source");
  return chosen.length === 1 ? chosen[0].name : sayCount("sources_chosen", chosen.length);
}

/** Buttons of the template, by what they do. @param {Record<string, () => void>} acts */
function watchDoors(acts) {
  const other = facts.lang === "ko" ? "en" : "ko";
  const all = { ...acts, "switch-theme": switchTheme, "switch-language": () => switchLanguage(other) };
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const act = all[/** @type {keyof typeof all} */ (target?.getAttribute("data-do"))];
    act?.();
  });
}

begin();
