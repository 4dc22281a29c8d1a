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
interface ToldChange {
  readonly action: ChangeAction;
  /** The fields whose visible value differs; only for an update. */
  readonly changed?: readonly string[];
  /** Undefined if the resource was deleted or its content erased. */
  readonly after?: Readonly<Record<string, ShownValue>>;
}

type ShownValue = Value | null | ResourceIdentifier;

/** True if the client sees a difference. */
export function isTold(change: KeptChange, shown: ShownFields): boolean {
  const { action, after } = change;
  const fields = fieldsOf(change, shown);
  if (fields === undefined) return false;
  return action !== 'updated' || after === undefined || fields.some(([, field]) => isChanged(change, field));
}

/** Renders a change of a type that the client can read. */
function toldChange(change: KeptChange, fields: readonly NamedField[]): ToldChange {
  const { action, after } = change;
  if (action === 'deleted') return { action };
  const content = after && { after: contentOf(after, fields) };
  if (action === 'created') return { action, ...content };
  const changed = fields.filter(([, field]) => isChanged(change, field)).map(([name]) => name);
  return { action, changed, ...content };
}

type NamedField = readonly [name: string, field: Field];

/** Undefined if the client may not read the type. */
function fieldsOf({ type }: KeptChange, { set, fieldsets }: ShownFields): readonly NamedField[] | undefined {
  const { [type]: resource } = set;
  if (resource === undefined) return undefined;
  const names = fieldsets.get(type);
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

/** True if the update shows a different value. */
function isChanged({ before, after, links }: KeptChange, field: Field): boolean {
  if (before === undefined || after === undefined) return false;
  if (field.kind === 'relationship' && field.cardinality === 'many') return Object.hasOwn(links, field.stored);
  const [was, is] = [shownValue(before, field), shownValue(after, field)];
  return was !== is && JSON.stringify(was) !== JSON.stringify(is);
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

/** Renders an entry as an object and as JSON. */
export function renderEntry(
  { kept, told, place }: FeedEntry,
  shown: ShownFields,
  { writeName, writePlace }: EntryTexts,
  mark: EpochMark,
): RenderedEntry {
  const page = { cursor: writePlace(place) };
  if (told.kind === 'refetch') {
    const attributes = { action: 'refetch', at: kept.at, resource_type: told.type } as const;
    return rendered({ type: 'change', id: writeName(kept.name, told.type), attributes, meta: { page } });
  }
  const fields = fieldsOf(told.shown, shown);
  if (fields === undefined) throw new Error('a change without visible fields');
  return fitted(renderChange(told.shown, toldChange(told.shown, fields), writeName(kept.name), page, mark));
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

export interface RenderedEntry {
  readonly object: FeedObject;
  /** The object as JSON. */
  readonly text: string;
}

function rendered(object: FeedObject): RenderedEntry {
  return { object, text: JSON.stringify(object) };
}

/** The change as sent, without its content if it would be too large. */
function fitted(change: ChangeObject): RenderedEntry {
  const whole = rendered(change);
  if (Buffer.byteLength(whole.text) <= MOST_BYTES || change.attributes.after === undefined) return whole;
  const { after: _, ...attributes } = change.attributes;
  return rendered({ ...change, attributes, meta: { ...change.meta, omitted: true } });
}
