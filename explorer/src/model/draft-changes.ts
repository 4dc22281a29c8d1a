// Changes to a draft, and the part of it that is sent. The first view has no form, so it does not load this.
import type { Attribute, Resource } from './api.ts';
import type { Identifier, Row } from './documents.ts';
import { emptyDraft, type Draft, type Link } from './draft.ts';
import { attributesOf } from './fields.ts';
import type { Json, JsonObject, Scalar } from './json.ts';
import { typedOf, valueOf } from './kinds.ts';

/**
 * The draft after something was typed into the input of an attribute.
 * @param row the resource as stored; undefined for a new one
 */
export function withTyped(draft: Draft, attribute: Attribute, typed: string, row: Row | undefined): Draft {
  const { name } = attribute;
  const finished = { ...draft, unfinished: draft.unfinished.filter((other) => other !== name) };
  const value = typed === '' && attribute.nullable ? null : valueOf(attribute.format, typed);
  const before = attribute.readable && row !== undefined ? (row.attributes[name] ?? null) : undefined;
  // For a new resource, and for a value that is never shown, an empty input is an untouched one.
  const untouched = before === undefined ? typed === '' : value === before;
  return untouched ? { ...finished, values: without(draft.values, name) } : withValue(finished, name, value);
}

/** Marks a value that is never shown for removal. */
export function withUnset(draft: Draft, name: string, unset: boolean): Draft {
  return unset ? withValue(draft, name, null) : { ...draft, values: without(draft.values, name) };
}

export function withUnfinished(draft: Draft, name: string): Draft {
  const unfinished = draft.unfinished.includes(name) ? draft.unfinished : [...draft.unfinished, name];
  return { ...draft, unfinished, values: without(draft.values, name) };
}

/**
 * The draft to send, corrected by the state of its inputs.
 * @param unfinished the attributes whose inputs hold half-typed values now; any others in the draft have been cleared
 */
export function withChecked(
  draft: Draft,
  attributes: readonly Attribute[],
  unfinished: readonly string[],
  row: Row | undefined,
): Draft {
  const emptied = attributes.filter(({ name }) => draft.unfinished.includes(name) && !unfinished.includes(name));
  const cleared = emptied.reduce((now, attribute) => withTyped(now, attribute, '', row), draft);
  return unfinished.reduce(withUnfinished, cleared);
}

export function withLinks(draft: Draft, relationship: string, links: readonly Link[]): Draft {
  return { ...draft, links: { ...draft.links, [relationship]: links } };
}

/** The draft of a form that opens with a link already set. */
export function withPreset(draft: Draft, relationship: string, link: Link): Draft {
  const links = [link];
  return { ...withLinks(draft, relationship, links), preset: { ...draft.preset, [relationship]: links } };
}

/** The changes typed while an earlier state of the draft was being saved. */
export function withoutSaved(draft: Draft, saved: Draft): Draft {
  const later = Object.entries(draft.values).filter(([name, value]) => saved.values[name] !== value);
  return { ...emptyDraft, values: Object.fromEntries(later), unfinished: draft.unfinished };
}

/** The text of an attribute's input. */
export function shownIn(draft: Draft, { name, format }: Attribute, row: Row | undefined): string {
  if (draft.unfinished.includes(name)) return '';
  const touched = draft.values[name];
  return typedOf(format, touched === undefined ? row?.attributes[name] : touched);
}

/**
 * The resource object to send. An update has attributes only: links are changed one by one, because the page may have read only the
 * first members of a set.
 */
export function toSend(resource: Resource, draft: Draft, id: string | undefined): JsonObject {
  const attributes = attributesOf(resource).flatMap(({ name }) => {
    const value = draft.values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const relationships = resource.fields.flatMap((field) => {
    const links = field.kind === 'relationship' ? (draft.links[field.name] ?? []) : [];
    if (field.kind !== 'relationship' || links.length === 0 || id !== undefined) return [];
    const data = links.map(identifierJson);
    return [[field.name, { data: field.cardinality === 'many' ? data : (data[0] ?? null) }] as const];
  });
  return {
    type: resource.type,
    ...(id === undefined ? {} : { id }),
    attributes: Object.fromEntries(attributes),
    ...(relationships.length === 0 ? {} : { relationships: Object.fromEntries(relationships) }),
  };
}

export function identifierJson({ type, id }: Identifier): Json {
  return { type, id };
}

function withValue(draft: Draft, name: string, value: Scalar): Draft {
  return { ...draft, values: { ...draft.values, [name]: value } };
}

function without(values: Draft['values'], name: string): Draft['values'] {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== name));
}
