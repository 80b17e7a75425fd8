/** Keys that work everywhere: `/` to the box, Escape stops, Ctrl+Enter approves. */

import { closeDrawer, isDrawerOpen } from "./drawer.js";

/**
 * @typedef {{focus: () => void, stop: () => void, isRunning: () => boolean,
 *   waiting: () => {approve: () => void} | null}} Doors
 */

/** @param {Doors} doors */
export function watchKeys(doors) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.key === "/" && !isTyping(event.target)) {
      event.preventDefault();
      doors.focus();
    } else if (event.key === "Escape") {
      if (isDrawerOpen()) closeDrawer();
      else if (doors.isRunning()) doors.stop();
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && doors.waiting()) {
      event.preventDefault();
      doors.waiting()?.approve();
    }
  });
}

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.matches("input, textarea, select");
