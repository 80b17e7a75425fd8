/** How far the answer can be trusted, and why, on a click. */

import { el, icon } from "./dom.js";
import { sayOr } from "./words.js";

const LEVELS = new Set(["verified", "governed", "checked", "unverified"]);

/** @param {{level: string, reasons?: string[]} | null} trust */
export function trustBadge(trust) {
  if (!trust) return null;
  const level = LEVELS.has(trust.level) ? trust.level : "unverified";
  const meaning = sayOr(`trust_${level}_means`, "");
  const reasons = el(
    "ul",
    { class: "trust-reasons bulleted" },
    [meaning, ...(trust.reasons ?? [])].filter(Boolean).map((reason) => el("li", {}, reason)),
  );
  const drawing = icon(level === "unverified" ? "care" : "seal");
  return el(
    "details",
    { class: `trust ${level}` },
    el("summary", {}, drawing, sayOr(`trust_${level}`, level)),
    reasons,
  );
}
