/** Keys that work everywhere: `/` to the box, Escape stops, Ctrl+Enter approves, a number picks a reading. */

import { closeDrawer, isDrawerOpen } from "./drawer.js";

/**
 * @typedef {{focus: () => void, stop: () => void, isRunning: () => boolean,
 *   waiting: () => {approve: () => void} | null, choose: (index: number) => boolean}} Doors
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
    } else if (isPlain(event) && !isTyping(event.target)) {
      if (!doors.choose(Number(event.key) - 1) && isReading(event.target)) doors.focus();
    }
  });
}

/** A letter or digit by itself; Space and Enter press what has the focus. @param {KeyboardEvent} event */
const isPlain = (event) => /^\S$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;

/** Whoever types there is asking in other words. @param {EventTarget | null} target */
const isReading = (target) => target instanceof HTMLElement && target.matches(".reading-pick");

/** @param {EventTarget | null} target */
const isTyping = (target) => target instanceof HTMLElement && target.matches("input, textarea, select");
