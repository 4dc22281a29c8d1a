// Values planted in every row, and in no request: an answer with one shows its attribute.
import type { Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { kindOf, type KindName, type Value, type ValueOf } from '#domain/kinds';
import { resourceTypes, schema, type ResourceType } from '#domain/schema';
import { isUnique } from '../contract/rules-of-types.ts';

export interface Marker {
  readonly type: ResourceType;
  /** As the domain calls it. */
  readonly attribute: string;
  /** Part of every value, in lower case, and of nothing else. */
  readonly mark: string;
}

/** Any mark of a text. */
export const TEXT_MARK = /zqmk\w\w/i;
/** The shortest text that has room for a mark and an identifier. */
const ROOM = 8;
const ROOM_OF_EMAILS = 20;

interface Marking<Of extends Value> {
  readonly mark: (index: number) => string;
  /** The value with this mark in the row with this identifier. */
  readonly value: (mark: string, id: number) => Of;
}

const markText = (index: number): string => `zqmk${index.toString(36).padStart(2, '0')}`;

/** Undefined for kinds with too few values. */
const markings: { readonly [Name in KindName]: Marking<ValueOf[Name]> | undefined } = {
  identifier: undefined,
  text: { mark: markText, value: (mark, id) => `${mark}${id}` },
  email: { mark: markText, value: (mark, id) => `${mark}${id}@example.org` },
  date: { mark: (index) => `${3141 + index}-05-09`, value: String },
  integer: { mark: (index) => String(89_793_238_462_643 + index), value: Number },
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: { mark: (index) => `${5926 + index}-02-18`, value: (mark) => `${mark}T00:00:00.000Z` },
};

/** Every attribute whose values can be told from all others. */
export const markers: readonly Marker[] = resourceTypes
  .flatMap((type) =>
    Object.entries(schema[type].attributes).map(([attribute, declared]) => ({ type, attribute, declared })),
  )
  .flatMap(({ type, attribute, declared: { kind, maxLength = Infinity } }, index) => {
    const room = kind === 'email' ? ROOM_OF_EMAILS : ROOM;
    // Values with the same mark are equal, except in texts, which also contain the identifier.
    const isMarked = maxLength >= room && (kindOf(kind).isText || !isUnique(type, attribute));
    const mark = isMarked ? markings[kind]?.mark(index) : undefined;
    return mark === undefined ? [] : [{ type, attribute, mark }];
  });

/** The value of a marked attribute in the row with an identifier; undefined: it has no marker. */
export function markedValue(type: ResourceType, attribute: string, id: number): Value | undefined {
  const mark = markers.find((each) => each.type === type && each.attribute === attribute)?.mark;
  const kind = schema[type].attributes[attribute]?.kind;
  return mark === undefined || kind === undefined ? undefined : markings[kind]?.value(mark, id);
}

/** The markers that a role may not see. */
export function hiddenFrom(rules: Rules): readonly Marker[] {
  return markers.filter((marker) => {
    const read = rules[marker.type]?.read;
    const { [marker.type]: resource } = resources;
    return read === undefined || !isIn(marker, resource, read.fields ?? Object.keys(resource.fields));
  });
}

/** True if one of the fields, by wire name, shows the attribute of a marker or is the attribute. */
function isIn({ attribute }: Marker, { fields }: Resource, names: readonly string[]): boolean {
  return names.some((name) => {
    const field = fields[name];
    const needs = field?.kind === 'attribute' ? (field.output?.needs ?? []) : [];
    return field?.stored === attribute || needs.includes(attribute);
  });
}

/** What a role may do, by type: `read` with the fields that it sees; all, if none are listed. */
export type Rules = Partial<Readonly<Record<ResourceType, Permissions>>>;

export interface Permissions {
  readonly read?: { readonly fields?: readonly string[] };
  readonly create?: object;
  readonly update?: object;
  readonly delete?: object;
}
