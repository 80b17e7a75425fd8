/** The way to the server: JSON there and back, errors that say what to do next. */

import { parseExactly } from "./exact.js";
import { say } from "./words.js";

/** Something the server, or the way to it, refused. `message` is for people; `hint` says what to do next. */
export class ApiError extends Error {
  /** @param {{code?: string, message?: string, hint?: string}} told @param {number} [status] */
  constructor(told, status = 0) {
    super(told.message || say("error_unknown"));
    this.code = told.code || "error";
    this.hint = told.hint || "";
    this.status = status;
  }
}

/**
 * @param {string} path @param {Record<string, unknown>} [query] @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const get = (path, query = {}, signal) => send(path + search(query), { method: "GET", signal });

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const post = (path, body) => send(path, withJson("POST", body));

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const patch = (path, body) => send(path, withJson("PATCH", body));

/** @param {string} path @param {unknown} body @returns {Promise<any>} */
export const put = (path, body) => send(path, withJson("PUT", body));

/** @param {string} path @returns {Promise<any>} */
export const remove = (path) => send(path, { method: "DELETE" });

/** @param {string} path @param {Iterable<File>} files @returns {Promise<any>} */
export function upload(path, files) {
  const form = new FormData();
  for (const file of files) form.append("file", file);
  return send(path, { method: "POST", body: form });
}

/** @param {string} method @param {unknown} body @returns {RequestInit} */
export const withJson = (method, body) => ({
  method,
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});

/** A response that is good to read; anything else is thrown. @param {string} path @param {RequestInit} init */
export async function reach(path, init) {
  const headers = { Accept: "application/json", "X-CSRFToken": csrfToken(), ...init.headers };
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...init, headers });
  } catch (error) {
    if (/** @type {any} */ (error).name === "AbortError") throw error;
    throw new ApiError({ code: "offline", message: say("error_offline"), hint: say("error_offline_hint") });
  }
  if (response.status === 401) signInAgain();
  if (!response.ok) throw await refusal(response);
  return response;
}

/** And come back to this very page. */
function signInAgain() {
  location.assign(`/sign-in/?next=${encodeURIComponent(location.pathname)}&problem=signed_out`);
}

/** @param {string} path @param {RequestInit} init */
async function send(path, init) {
  const response = await reach(path, init);
  const text = await response.text();
  return text ? parseExactly(text) : null;
}

/** @param {Response} response */
async function refusal(response) {
  try {
    const told = (await response.json()).error;
    return new ApiError(told ?? {}, response.status);
  } catch {
    return new ApiError({ message: say("error_server", { status: response.status }) }, response.status);
  }
}

/** @param {Record<string, unknown>} query */
function search(query) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : "";
}

const csrfToken = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
