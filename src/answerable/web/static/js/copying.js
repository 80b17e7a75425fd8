/** Taking things along: the clipboard and files. */

import { reach } from "./api.js";
import { el } from "./dom.js";
import { complain, toast } from "./notices.js";
import { say } from "./words.js";

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(say("copied"));
  } catch {
    toast(say("copy_failed"));
  }
}

/** @param {Blob} blob @param {string} name */
export function saveBlob(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {string} path */
export function saveFrom(path) {
  el("a", { href: path, download: "" }).click();
}

/**
 * For small files: where the server refuses, what it says is told, not saved.
 * @param {string} path @param {string} name
 */
export async function saveFile(path, name) {
  try {
    const response = await reach(path, { method: "GET" });
    saveBlob(await response.blob(), name);
  } catch (error) {
    complain(error);
  }
}

/**
 * A file name that says what is in it: words joined by dashes, then the day.
 * @param {string} words @param {string} moment @param {string} ending
 */
export function fileName(words, moment, ending) {
  const base = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return `${base || "answer"}-${moment.slice(0, 10)}${ending}`;
}
