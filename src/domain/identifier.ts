/** Largest identifier: 2^63-1, the largest value of an SQL `bigint`. */
const LARGEST = 9223372036854775807n;
const FORM = /^[1-9]\d{0,18}$/;

/** Whether a text can be the identifier of anything: a decimal integer from 1 to 2^63-1 in canonical form (`1`; not `01`, `+1`, `0x1`). */
export function isIdentifier(text: string): boolean {
  return FORM.test(text) && (text.length < 19 || BigInt(text) <= LARGEST);
}

/** The order of identifiers, which are canonical decimal texts: the shorter is the smaller. */
export function compareIdentifiers(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
