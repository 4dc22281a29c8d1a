// Turns include paths and sparse fieldsets (wire names) into a view, the members to read (the domain's names), and the fields to output.
import type { KindName } from '#domain/kinds';
import type { Selection } from '#application/model/query';
import type { View } from '#application/model/view';
import { perType, type ResourceType } from '#domain/schema';
import {
  relatedResource,
  relationshipsOf,
  requireRelationship,
  type AttributeOutput,
  type RelationshipField,
  type Resource,
} from '../../api/resource-description.ts';
import type { Fieldsets } from './fieldsets.ts';
import type { IncludePath } from './include.ts';

/** The members of a read that decide what its result shows. */
export interface Presentation {
  readonly view: View;
  readonly fields: Readonly<Record<ResourceType, SelectedFields>>;
}

/** The fields that resource objects of one type have, in the order of its description. */
export interface SelectedFields extends Pick<Resource, 'path'> {
  readonly attributes: readonly (AttributeOutput & { readonly name: string; readonly kind: KindName })[];
  /** `linked`: with resource linkage (`data`). */
  readonly relationships: readonly (RelationshipField & { readonly name: string; readonly linked: boolean })[];
}

/** `exported`: resources with all their linkage. `linkage`: that of a relationship. `changed`: the resource whose relationship was changed. */
export type PrimaryData =
  { readonly kind: 'resources' | 'exported' } | { readonly kind: 'linkage' | 'changed'; readonly relationship: string };

/** Include paths and fieldsets as sent; undefined: the client left `include` out. */
export interface Wanted {
  readonly include: readonly IncludePath[] | undefined;
  readonly fieldsets: Fieldsets;
}

/**
 * Decides what to read and to output for a query.
 * @param resource the type of the primary data; on relationship routes the type that has the relationship
 * @example
 * const wanted = { include: undefined, fieldsets: new Map([['person', new Set(['name', 'display_name'])]]) };
 * present(personResource, wanted, { kind: 'resources' }).view.selections.person; // { attributes: ['name', 'email'], linkage: [] }
 */
export function present(resource: Resource, { include, fieldsets }: Wanted, primary: PrimaryData): Presentation {
  const described = perType((type) => resource.set[type] ?? UNKNOWN);
  const names = perType((type) => fieldsets.get(type) ?? new Set(Object.keys(described[type].fields)));
  const defaults = primary.kind === 'changed' ? [[primary.relationship]] : [];
  // JSON:API, full linkage: a path has no effect if a sparse fieldset leaves out one of its relationships.
  const paths = (include ?? defaults)
    .map((path) => stepsOf(path, resource))
    .filter((path) => path.every(({ from, name }) => names[from].has(name)));
  const steps = paths.flat();

  const selected = perType((type) => {
    const linked = new Set(steps.flatMap(({ from, name }) => (from === type ? [name] : [])));
    if (primary.kind === 'changed' && type === resource.type) linked.add(primary.relationship);
    if (primary.kind === 'exported') for (const name of Object.keys(relationshipsOf(described[type]))) linked.add(name);
    return selectFields(described[type], names[type], linked);
  });

  const typesInDocument = new Set(steps.map(({ to }) => to));
  if (primary.kind !== 'linkage') typesInDocument.add(resource.type);
  const selections = perType((type) => selectionOf(selected[type], typesInDocument.has(type)));
  return {
    view: {
      selections: primary.kind === 'linkage' ? withLinkage(selections, resource, primary.relationship) : selections,
      include: paths.length === 0 ? undefined : paths.map((path) => path.map(({ stored }) => stored)),
    },
    fields: selected,
  };
}

/** Stands in for a type that the client does not see. No visible relationship has it as target, so nothing of it is read. */
const UNKNOWN = { path: '', fields: {} };

interface Step {
  readonly from: ResourceType;
  readonly name: string;
  readonly stored: string;
  readonly to: ResourceType;
}

function stepsOf(path: IncludePath, start: Resource): readonly Step[] {
  let from = start;
  return path.map((name) => {
    const relationship = requireRelationship(from, name);
    const step = { from: from.type, name, stored: relationship.stored, to: relationship.to };
    from = relatedResource(from, relationship);
    return step;
  });
}

/** @param linked relationships that get linkage besides those that always do */
function selectFields(
  resource: Pick<Resource, 'path' | 'fields'>,
  names: ReadonlySet<string>,
  linked: ReadonlySet<string>,
): SelectedFields {
  const fields = Object.entries(resource.fields).filter(([name]) => names.has(name));
  return {
    path: resource.path,
    attributes: fields.flatMap(([name, field]) =>
      field.kind === 'attribute' && field.output !== undefined
        ? [{ ...field.output, name, kind: (field.declared ?? field.shows).kind }]
        : [],
    ),
    relationships: fields.flatMap(([name, field]) =>
      field.kind === 'relationship' ? [{ ...field, name, linked: field.linkage === 'always' || linked.has(name) }] : [],
    ),
  };
}

function selectionOf({ attributes, relationships }: SelectedFields, isInDocument: boolean): Selection {
  const needs = isInDocument ? attributes.flatMap((attribute) => attribute.needs) : [];
  const linkage = relationships.flatMap(({ stored, linked }) => (linked ? [stored] : []));
  return { attributes: [...new Set(needs)], linkage };
}

/** Adds linkage that is primary data: it is read regardless of sparse fieldsets. */
function withLinkage(selections: View['selections'], resource: Resource, relationship: string): View['selections'] {
  const { attributes, linkage } = selections[resource.type];
  const stored = new Set([...linkage, requireRelationship(resource, relationship).stored]);
  return { ...selections, [resource.type]: { attributes, linkage: [...stored] } };
}
