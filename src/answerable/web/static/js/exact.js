/** JSON whose long numbers stay exact: what a double cannot hold is kept as its digits. */

const PLAIN = /^-?\d+(\.\d+)?$/;
const DIGITS_OF_A_DOUBLE = 15;

/**
 * Values as the server wrote them; a number with more digits than a double holds comes as text.
 * @param {string} text @returns {any}
 */
export const parseExactly = (text) => JSON.parse(text, keepDigits);

/** @param {string} _name @param {unknown} value @param {{source?: string}} [context] */
function keepDigits(_name, value, context) {
  const source = context?.source;
  if (typeof value !== "number" || !source || source.length <= DIGITS_OF_A_DOUBLE) return value;
  return PLAIN.test(source) && String(value) !== source ? source : value;
}
