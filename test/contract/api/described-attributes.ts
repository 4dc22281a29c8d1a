// Valid values of writable attributes.
import { writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import type { Values } from '../../support/resource-objects.ts';
import { isUnique } from '../rules-of-types.ts';

/** Samples for kinds whose own samples are too simple. Texts are cut to the attribute's limit. */
const samples: Readonly<Record<KindName, readonly [first: string, second: string] | undefined>> = {
  identifier: undefined,
  text: ['Ada Lovelace', ' Groß \u{1F600} "%_\\" e\u0301 '],
  email: ['ada@example.org', 'Grace.Hopper+1906@navy.example'],
  date: undefined,
  integer: undefined,
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: undefined,
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
      declared.kind === 'text' && (declared.maxLength ?? Infinity) >= LONGEST_TEXT && !isUnique(resource.type, stored),
  )?.[0];
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

function samplesOf(attribute: Attribute): readonly [Value, Value] {
  const { kind, maxLength = Infinity } = attribute;
  const { valid } = kindOf(kind).samples(attribute);
  const [first, second] = samples[kind] ?? valid;
  const isShort = [first, second].some((value) => String(value).length > maxLength);
  if (kind === 'email') return isShort ? SHORT_EMAILS : [first, second];
  // The second text begins with white space. Cut to one character, it would be invalid.
  return kind === 'text'
    ? [cut(String(first), maxLength), cut(maxLength === 1 ? 'ß' : String(second), maxLength)]
    : [first, second];
}

const SHORT_EMAILS = ['a@b', 'A@b-c'] as const;

/** The samples of the kind, within the limits of the attribute, in their order. */
export function samplesWithin(attribute: Attribute): readonly Value[] {
  const { kind, maxLength } = attribute;
  const { valid } = kindOf(kind).samples(attribute);
  return kind === 'text' ? valid.map((sample) => cut(String(sample), maxLength)) : valid;
}

export function cut(text: string, maxLength?: number): string {
  return Array.from(text).slice(0, maxLength).join('');
}
