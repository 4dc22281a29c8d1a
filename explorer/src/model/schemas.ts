// Describes the JSON schemas of the OpenAPI document.
import { entries, isArray, items, member, number, text, texts, type Json } from './json.ts';

/** A member of an object, or one of several forms. */
export interface SchemaPart {
  readonly name: string;
  readonly isOptional: boolean;
  readonly schema: Json;
}

/** Resolves references within the document. A missing target becomes an empty schema. */
export function resolved(document: Json, json: Json = {}): Json {
  const reference = text(member(json, '$ref'));
  if (reference === undefined) return json;
  const names = reference.split('/').slice(1);
  const found = names.reduce<Json | undefined>((parent, name) => member(parent, unescaped(name)), document);
  return resolved(document, found);
}

/** Decodes a segment of a JSON Pointer in a URI fragment. */
function unescaped(part: string): string {
  return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** @example typeText(document, { type: ['string', 'null'], format: 'date' }) // 'string or null (date)' */
export function typeText(document: Json, schema: Json): string {
  const json = resolved(document, schema);
  const forms = formsOf(json);
  if (forms.length > 0) return either(forms.map((form) => typeText(document, form)));
  const constant = member(json, 'const');
  if (constant !== undefined) return JSON.stringify(constant);
  const type = member(json, 'type') ?? 'any';
  const types = isArray(type) ? texts(type) : [text(type) ?? ''];
  const item = (): string => typeText(document, member(json, 'items') ?? {});
  const named = types.map((name) => (name === 'array' ? `list of ${item()}` : name));
  const limits = limitsOf(json);
  return limits.length === 0 ? either(named) : `${either(named)} (${limits.join(', ')})`;
}

/** Listing more than three would not help. */
function either(names: readonly string[]): string {
  const different = [...new Set(names)];
  return different.length > 3 ? 'one of several forms' : different.join(' or ');
}

function limitsOf(json: Json): readonly string[] {
  const of = (name: string): number | undefined => number(member(json, name));
  const standard = member(json, 'default');
  return [
    text(member(json, 'format')),
    rangeText(of('minimum'), of('maximum')),
    rangeText(undefined, of('maxLength'), ' characters'),
    rangeText(undefined, of('maxItems')),
    standard === undefined ? undefined : `default ${JSON.stringify(standard)}`,
  ].filter((limit) => limit !== undefined);
}

/** Undefined if the only bound is the largest safe integer. */
function rangeText(least: number | undefined, most: number | undefined, unit = ''): string | undefined {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER) return undefined;
  return `${least === undefined ? 'at most' : `${least} to`} ${most}${unit}`;
}

/** The enum values of a schema or of its items. */
export function listedValues(document: Json, schema: Json): readonly string[] {
  const json = resolved(document, schema);
  const values = items(member(resolved(document, member(json, 'items') ?? json), 'enum'));
  return values.map((value) => text(value) ?? JSON.stringify(value));
}

/** The members of an object or of a list's items, or the alternatives that have members. */
export function schemaParts(document: Json, schema: Json): readonly SchemaPart[] {
  const json = resolved(document, schema);
  const forms = formsOf(json).filter((form) => schemaParts(document, form).length > 0);
  if (forms.length > 1)
    return forms.map((form, index) => ({ name: formName(form, index), isOptional: false, schema: form }));
  const only = forms[0] ?? member(json, 'items');
  if (only !== undefined) return schemaParts(document, only);
  const required = texts(member(json, 'required'));
  return entries(member(json, 'properties')).map(([name, property]) => {
    return { name, isOptional: !required.includes(name), schema: property };
  });
}

/** The name of its component. */
function formName(form: Json, index: number): string {
  return text(member(form, '$ref'))?.split('/').at(-1) ?? `form ${index + 1}`;
}

function formsOf(json: Json): readonly Json[] {
  return [...items(member(json, 'oneOf')), ...items(member(json, 'anyOf'))];
}
