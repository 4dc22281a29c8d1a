// Only own members count. Names that every object has, such as `__proto__` and `constructor`, name neither a role nor a claim.

/** True if a text can name a role or a claim. */
export function isPlainName(name: string): boolean {
  return name !== '' && !(name in Object.prototype);
}

/** The own member of an object with a plain name; undefined if there is none, or the value is not an object. */
export function ownMember(value: unknown, name: string): unknown {
  if (!isRecord(value) || !isPlainName(name) || !Object.hasOwn(value, name)) return undefined;
  return value[name];
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const LONGEST_SUBJECT = 255;

/** True if a text can name an actor: 1 to 255 characters, none of which a log or a database would change. */
export function isSubjectName(value: unknown): value is string {
  if (typeof value !== 'string' || value === '' || !value.isWellFormed() || /\p{Cc}/u.test(value)) return false;
  return value.length <= LONGEST_SUBJECT || [...value].length <= LONGEST_SUBJECT;
}
