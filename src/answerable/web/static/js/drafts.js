/** What a person has typed and not sent off yet: stored for this tab, so that a reload or signing in keeps it. */

const DRAFT = "answerable.sql.";
const QUESTION = "answerable.question";

/** @param {string} queryId @param {string} sql */
export const keepDraft = (queryId, sql) => keep(DRAFT + queryId, sql);

/** @param {string} queryId */
export const draftOf = (queryId) => read(DRAFT + queryId);

/** @param {string} queryId */
export const dropDraft = (queryId) => drop(DRAFT + queryId);

/** A question that could not be asked because nobody was signed in any more. @param {string} question */
export const keepQuestion = (question) => keep(QUESTION, question);

/** Gives the question back, once. */
export function takeQuestion() {
  const question = read(QUESTION);
  drop(QUESTION);
  return question;
}

/** @param {string} name @param {string} text */
function keep(name, text) {
  try {
    sessionStorage.setItem(name, text);
  } catch {
    // A browser that stores nothing keeps it only as long as the page is open.
  }
}

/** @param {string} name */
function read(name) {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name */
function drop(name) {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Nothing was stored.
  }
}
