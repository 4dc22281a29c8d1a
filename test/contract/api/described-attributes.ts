// Valid values of writable attributes.
import { writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { schema } from '#domain/schema';
import type { Values } from '../../support/resource-objects.ts';

/** Samples for kinds whose own are too simple. Texts are cut to the limit of an attribute. */
const samples: Readonly<Partial<Record<KindName, readonly [first: string, second: string]>>> = {
  text: ['Ada Lovelace', ' Groß \u{1F600} "%_\\" e\u0301 '],
  email: ['ada@example.org', 'Grace.Hopper+1906@navy.example'],
};

/** Two values; also null and undefined ("not sent") if it is optional. */
export function valuesOf(resource: Resource, attribute: string): readonly (Value | null | undefined)[] {
  const described = declared(resource, attribute);
  return [...samplesOf(described), ...(described.isRequired ? [] : [null, undefined])];
}

/** The first value of each writable attribute. */
export function firstValues(resource: Resource): Values {
  const names = Object.keys(writableAttributesOf(resource));
  return Object.fromEntries(names.map((name) => [name, samplesOf(declared(resource, name))[0]]));
}

/** The first value of each required attribute. */
export function requiredValues(resource: Resource): Values {
  return Object.fromEntries(
    Object.entries(firstValues(resource)).filter(([name]) => declared(resource, name).isRequired),
  );
}

/** The characters that texts of the suites have at most. */
const LONGEST_TEXT = 60;

/** An attribute for texts that may be equal. */
export function textAttributeOf(resource: Resource): string | undefined {
  return Object.entries(writableAttributesOf(resource)).find(
    ([, { stored, declared }]) =>
      declared.kind === 'text' && (declared.maxLength ?? Infinity) >= LONGEST_TEXT && !isUnique(resource, stored),
  )?.[0];
}

/** True if no two resources may have the same value of an attribute of the domain. */
export function isUnique({ type }: Resource, stored: string): boolean {
  return schema[type].rules.some((rule) => rule.kind === 'unique' && rule.attribute === stored);
}

/** @throws Error if there is none */
export function requireText(resource: Resource): string {
  const found = textAttributeOf(resource);
  if (found === undefined) throw new Error(`a ${resource.type} has no attribute that accepts any text`);
  return found;
}

/** An optional attribute, which is shown as it is written. */
export function shownAttributeOf(resource: Resource): string | undefined {
  return Object.entries(writableAttributesOf(resource)).find(
    ([, { declared, output }]) => !declared.isRequired && output !== undefined,
  )?.[0];
}

function declared(resource: Resource, attribute: string): Attribute {
  const field = writableAttributesOf(resource)[attribute];
  if (field === undefined) throw new Error(`a ${resource.type} has no ${attribute} to write`);
  return field.declared;
}

function samplesOf({ kind, maxLength = Infinity }: Attribute): readonly [Value, Value] {
  const [first, second] = samples[kind] ?? kindOf(kind).samples.valid;
  const isShort = [first, second].some((value) => String(value).length > maxLength);
  if (kind === 'email') return isShort ? SHORT_EMAILS : [first, second];
  // The second text begins with white space. Cut to one character, it would be invalid.
  return kind === 'text'
    ? [cut(String(first), maxLength), cut(maxLength === 1 ? 'ß' : String(second), maxLength)]
    : [first, second];
}

const SHORT_EMAILS = ['a@b', 'A@b-c'] as const;

/** The samples of the kind, within the limits of the attribute, in their order. */
export function samplesWithin({ kind, maxLength }: Attribute): readonly Value[] {
  const { valid } = kindOf(kind).samples;
  return kind === 'text' ? valid.map((sample) => cut(String(sample), maxLength)) : valid;
}

export function cut(text: string, maxLength?: number): string {
  return Array.from(text).slice(0, maxLength).join('');
}
