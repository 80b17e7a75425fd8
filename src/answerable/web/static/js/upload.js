/** Files brought along: by a button in the panel, or dropped anywhere on the page. */

import { upload } from "./api.js";
import { byId, el } from "./dom.js";
import { complain, toast } from "./notices.js";
import { say } from "./words.js";

const ENDINGS = ".csv,.tsv,.json,.jsonl,.parquet,.xlsx";

/** @param {import("./sources.js").Sources} sources @param {Iterable<File>} files */
export async function bring(sources, files) {
  const brought = [...files];
  if (!brought.length) return;
  toast(say("uploading", { name: brought.map((file) => file.name).join(", ") }), true);
  try {
    const got = await upload("/api/sources/upload", brought);
    await sources.load();
    sources.chooseOnly([got.id]);
    toast(say("uploaded", { name: got.name }));
  } catch (error) {
    complain(error);
  }
}

/** @param {import("./sources.js").Sources} sources */
export function uploadPart(sources) {
  const input = el("input", { type: "file", id: "upload-files", class: "sr-only", multiple: true, accept: ENDINGS });
  input.addEventListener("change", async () => {
    await bring(sources, input.files);
    input.value = "";
  });
  const label = el("label", { class: "button", for: "upload-files" }, say("choose_files"));
  return el(
    "section",
    { class: "panel-part" },
    el("h3", {}, say("upload_title")),
    el(
      "div",
      { class: "drop" },
      el("p", {}, say("drop_or_choose")),
      input,
      label,
      el("p", { class: "hint" }, say("upload_hint")),
    ),
  );
}

/** Files may be dropped anywhere; the veil says so. @param {import("./sources.js").Sources} sources */
export function watchDrops(sources) {
  const veil = byId("drop-veil");
  const carriesFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    veil.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  addEventListener("drop", (event) => {
    veil.hidden = true;
    if (!carriesFiles(event)) return;
    event.preventDefault();
    bring(sources, event.dataTransfer?.files ?? []);
  });
}
