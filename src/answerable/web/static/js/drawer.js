/** The list of conversations on small screens: slides in, and goes away again. */

import { byId } from "./dom.js";

const shell = () => /** @type {HTMLElement} */ (document.querySelector(".shell"));
const opener = () => /** @type {HTMLElement} */ (document.querySelector("[data-do=open-drawer]"));

export const isDrawerOpen = () => shell().classList.contains("drawer-open");

export function openDrawer() {
  shell().classList.add("drawer-open");
  opener().setAttribute("aria-expanded", "true");
  byId("drawer").querySelector("button, a")?.focus();
}

export function closeDrawer() {
  if (!isDrawerOpen()) return;
  shell().classList.remove("drawer-open");
  opener().setAttribute("aria-expanded", "false");
  opener().focus();
}
