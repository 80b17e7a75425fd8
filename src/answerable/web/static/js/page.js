/** Where the page begins: its words first, then who is here, then the room. */

import { get } from "./api.js";
import { byId } from "./dom.js";
import { complain, watchConnection } from "./notices.js";
import { switchLanguage, switchTheme, watchTheme } from "./preferences.js";
import { Room } from "./room.js";
import { loadWords, sayOr } from "./words.js";

const ROLES = ["viewer", "analyst", "curator", "admin"];

/** @type {{lang: string, words: string, vega: string, session_id?: string}} */
const facts = JSON.parse(byId("facts").textContent);

async function begin() {
  await loadWords(facts.words, facts.lang);
  watchConnection();
  watchTheme();
  const role = await roleOfVisitor();
  byId("role").textContent = sayOr(`role_${role}`, role);
  const room = new Room(rights(role), facts.vega);
  watchButtons({ ...room.acts, "switch-theme": switchTheme, "switch-language": switchLanguage });
  room.begin(facts.session_id);
}

/** @returns {Promise<string>} */
async function roleOfVisitor() {
  try {
    return (await get("/api/me")).role;
  } catch (error) {
    complain(error);
    return ROLES[0];
  }
}

/** What is offered; the server decides again what may be done. @param {string} role */
function rights(role) {
  const reaches = (/** @type {string} */ least) => ROLES.indexOf(role) >= ROLES.indexOf(least);
  const analyst = reaches("analyst");
  const asAnalyst = { edit: analyst, recheck: analyst, download: analyst, upload: analyst };
  return { ...asAnalyst, refresh: reaches("curator"), connect: reaches("admin") };
}

/** Buttons of the template, by what they do. @param {Record<string, () => void>} acts */
function watchButtons(acts) {
  document.addEventListener("click", (event) => {
    const pressed = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    acts[pressed?.getAttribute("data-do") ?? ""]?.();
  });
}

begin();
