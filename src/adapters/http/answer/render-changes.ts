// Renders changes as resource objects, from the visible fields before and after.
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { ChangeAction } from '#domain/changes';
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '#application/model/query';
import { isHeld, type Field, type Resource, type Resources } from '../api/resource-description.ts';
import type { FeedTexts } from '../request/feed-texts.ts';
import type { Fieldsets } from '../request/query/fieldsets.ts';
import { entityTag, type EpochMark } from './entity-tags.ts';

/** The fields that changes may show, by type. */
export interface ShownFields {
  readonly set: Resources;
  readonly fieldsets: Fieldsets;
}

/** A change as the client sees it. */
export interface ToldChange {
  readonly action: ChangeAction;
  /** The fields whose visible value differs; only for an update. */
  readonly changed?: readonly string[];
  /** Undefined if the resource was deleted or its content erased. */
  readonly after?: Readonly<Record<string, ShownValue>>;
}

type ShownValue = Value | null | ResourceIdentifier;

/** Undefined if the client sees no difference. */
export function toldChange(change: KeptChange, shown: ShownFields): ToldChange | undefined {
  const { type, action, before, after } = change;
  const resource = shown.set[type];
  if (resource === undefined) return undefined;
  const fields = fieldsOf(resource, shown.fieldsets);
  if (action === 'deleted') return { action };
  const content = after && { after: contentOf(after, fields) };
  if (action === 'created') return { action, ...content };
  const changed = before && after ? changedFields(change, before, after, fields) : [];
  return changed.length === 0 && after !== undefined ? undefined : { action, changed, ...content };
}

type NamedField = readonly [name: string, field: Field];

function fieldsOf(resource: Resource, fieldsets: Fieldsets): readonly NamedField[] {
  const names = fieldsets.get(resource.type);
  return Object.entries(resource.fields).filter(
    ([name, field]) => isReadable(resource, field) && (names === undefined || names.has(name)),
  );
}

/** True if changes of the type can show the field. They cannot show a relationship whose links the other side holds. */
function isReadable(resource: Resource, field: Field): boolean {
  if (field.kind === 'attribute') return field.output !== undefined;
  return field.kind === 'relationship' && isHeld(resource, field);
}

function contentOf(entity: Entity, fields: readonly NamedField[]): Readonly<Record<string, ShownValue>> {
  const shown = fields.flatMap(([name, field]) => {
    const value = shownValue(entity, field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(shown);
}

/** Undefined if the field has no single value, or if the resource did not have it yet. */
function shownValue(entity: Entity, field: Field): ShownValue | undefined {
  if (field.kind === 'attribute') {
    const { needs = [], render } = field.output ?? {};
    return needs.every((name) => entity.attributes[name] !== undefined) ? render?.(entity.attributes) : undefined;
  }
  if (field.kind !== 'relationship' || field.cardinality === 'many') return undefined;
  const { [field.stored]: id } = entity.targets;
  return id === undefined ? undefined : id === null ? null : { type: field.to, id };
}

function changedFields(
  { links }: KeptChange,
  before: Entity,
  after: Entity,
  fields: readonly NamedField[],
): readonly string[] {
  const isChanged = ([, field]: NamedField): boolean => {
    if (field.kind === 'relationship' && field.cardinality === 'many') return Object.hasOwn(links, field.stored);
    const [was, is] = [before, after].map((entity) => shownValue(entity, field));
    return JSON.stringify(was) !== JSON.stringify(is);
  };
  return fields.filter(isChanged).map(([name]) => name);
}

/** A change or a `refetch` as a resource object. */
export type FeedObject = ChangeObject | RefetchObject;

interface ChangeObject {
  readonly type: 'change';
  readonly id: string;
  readonly attributes: { readonly action: ChangeAction; readonly at: string } & Omit<ToldChange, 'action'>;
  readonly relationships: { readonly subject: { readonly data: ResourceIdentifier } };
  readonly meta: {
    readonly etag?: string;
    readonly page: { readonly cursor: string };
    /** Present if the content is too large to send. */
    readonly omitted?: true;
  };
}

interface RefetchObject {
  readonly type: 'change';
  readonly id: string;
  readonly attributes: { readonly action: 'refetch'; readonly at: string; readonly resource_type: ResourceType };
  readonly meta: { readonly page: { readonly cursor: string } };
}

/** As in `FeedTexts`. */
export interface EntryTexts {
  readonly writeName: FeedTexts['writeName'];
  readonly writePlace: (place: FeedPlace) => string;
}

/** The object of an entry, and its size as JSON in bytes. */
export function renderEntry(
  { kept, told, place }: FeedEntry,
  fields: ShownFields,
  { writeName, writePlace }: EntryTexts,
  mark: EpochMark,
): Sized {
  const page = { cursor: writePlace(place) };
  if (told.kind === 'refetch') {
    const attributes = { action: 'refetch', at: kept.at, resource_type: told.type } as const;
    return sized({ type: 'change', id: writeName(kept.name, told.type), attributes, meta: { page } });
  }
  const content = toldChange(told.shown, fields);
  if (content === undefined) throw new Error('a change of which nothing is shown');
  return fitted(renderChange(told.shown, content, writeName(kept.name), page, mark));
}

function renderChange(
  { type, id, at, version, after }: KeptChange,
  { action, ...content }: ToldChange,
  name: string,
  page: ChangeObject['meta']['page'],
  mark: EpochMark,
): ChangeObject {
  const tagged = { resource: { type, id, version }, variant: VARIANT, needsDigest: false, isPart: false };
  return {
    type: 'change',
    id: name,
    attributes: { action, at, ...content },
    relationships: { subject: { data: { type, id } } },
    meta: { ...(after && { etag: entityTag(tagged, mark, () => '') }), page },
  };
}

/** The tag identifies a state. No response has it as its `ETag`. */
const VARIANT = 'change';

/** A larger change is sent without its content. */
const MOST_BYTES = 64 * 1024;

export interface Sized {
  readonly object: FeedObject;
  readonly bytes: number;
}

function sized(object: FeedObject): Sized {
  return { object, bytes: Buffer.byteLength(JSON.stringify(object)) };
}

/** The change as sent, without its content if it would be too large. */
function fitted(change: ChangeObject): Sized {
  const whole = sized(change);
  if (whole.bytes <= MOST_BYTES || change.attributes.after === undefined) return whole;
  const { after: _, ...attributes } = change.attributes;
  return sized({ ...change, attributes, meta: { ...change.meta, omitted: true } });
}
