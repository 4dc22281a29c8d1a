// Changes as resource objects: what a resource showed before and after.
import type { KeptChange } from '#application/ports/change-feed';
import type { ChangeAction } from '#domain/changes';
import type { Entity } from '#domain/entity';
import type { Value } from '#domain/kinds';
import type { ResourceIdentifier } from '#application/model/query';
import { isHeld, type Field, type Resource, type Resources } from '../api/resource-description.ts';
import type { Fieldsets } from '../request/query/fieldsets.ts';
import { entityTag, type EpochMark } from './entity-tags.ts';

/** The fields of each type that changes may show. */
export interface ShownFields {
  readonly set: Resources;
  readonly fieldsets: Fieldsets;
}

/** A change as the client sees it. */
export interface ToldChange {
  readonly action: ChangeAction;
  /** The fields whose shown value differs; only of an update. */
  readonly changed?: readonly string[];
  /** Undefined if the resource is deleted, or if its content was erased. */
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

/** True if changes of the type can show the field: not for the other side of a relationship, of which it holds no links. */
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

/** Undefined if it has no single value, or if the resource did not have it yet. */
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

/** A change as a resource object. */
export interface ChangeObject {
  readonly type: 'change';
  readonly id: string;
  readonly attributes: { readonly action: ChangeAction; readonly at: string } & Omit<ToldChange, 'action'>;
  readonly relationships: { readonly subject: { readonly data: ResourceIdentifier } };
  readonly meta: { readonly etag?: string; readonly page: { readonly cursor: string } };
}

/** @param texts the texts of its name and of the place behind it */
export function renderChange(
  { type, id, at, version, after }: KeptChange,
  { action, ...content }: ToldChange,
  texts: { readonly name: string; readonly place: string },
  mark: EpochMark,
): ChangeObject {
  const tagged = { resource: { type, id, version }, variant: VARIANT, needsDigest: false, isPart: false };
  return {
    type: 'change',
    id: texts.name,
    attributes: { action, at, ...content },
    relationships: { subject: { data: { type, id } } },
    meta: { ...(after && { etag: entityTag(tagged, mark, () => '') }), page: { cursor: texts.place } },
  };
}

/** The tag names a state. No response has it. */
const VARIANT = 'change';
