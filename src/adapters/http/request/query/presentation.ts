// Turns include paths and sparse fieldsets, by wire names, into the fields to output and a view: the members to read, by the domain's names.
import type { KindName } from '#domain/kinds';
import type { Bound, Selection } from '#application/model/query';
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
import type { Parameter } from '../syntax/query-string.ts';
import type { RequestedBound } from './bounds.ts';
import type { CursorScope } from './cursors.ts';
import type { Fieldsets } from './fieldsets.ts';
import type { IncludePath } from './include.ts';
import { queryOfNext } from './next-members.ts';

/** The members of a read that decide what its result shows. */
export interface Presentation {
  readonly view: View;
  readonly fields: Readonly<Record<ResourceType, SelectedFields>>;
}

/** The fields that resource objects of one type have, in the order of its description. */
export interface SelectedFields extends Pick<Resource, 'path'> {
  readonly attributes: readonly (AttributeOutput & { readonly name: string; readonly kind: KindName })[];
  readonly relationships: readonly SelectedRelationship[];
}

export interface SelectedRelationship extends RelationshipField {
  readonly name: string;
  /** True if it has resource linkage (`data`). */
  readonly linked: boolean;
  /** The part of its bound that its links and `meta` depend on; undefined without a bound. */
  readonly members?: ShownMembers | undefined;
}

/** The part of a bound that the links and `meta` of a relationship object depend on. */
export interface ShownMembers {
  /** The lists that its cursors are valid for. */
  readonly scope: CursorScope;
  /** The query string of the link to the next page, without the cursor at its end; undefined if the bound has no size. */
  readonly next: string | undefined;
  readonly isFiltered: boolean;
}

/** `exported`: resources with all their linkage. `linkage`: that of a relationship. `changed`: the resource whose relationship was changed. */
export type PrimaryData =
  { readonly kind: 'resources' | 'exported' } | { readonly kind: 'linkage' | 'changed'; readonly relationship: string };

/** The parameters that decide what is shown. */
export interface Wanted {
  /** Undefined: the client left `include` out. */
  readonly include: readonly IncludePath[] | undefined;
  readonly fieldsets: Fieldsets;
  readonly bounds?: readonly RequestedBound[];
  /** Each `fields[TYPE]`, as sent, but with each field once. */
  readonly fields?: readonly Parameter[];
  /** The part of the relationship that is primary data; undefined: all of it. */
  readonly members?: Bound | undefined;
}

/**
 * Decides what to read and to output for a query.
 * @param resource the type of the primary data; on relationship routes the type that has the relationship
 * @example
 * const wanted = { include: undefined, fieldsets: new Map([['person', new Set(['name', 'display_name'])]]) };
 * present(personResource, wanted, { kind: 'resources' }).view.selections.person; // { attributes: ['name', 'email'], linkage: [] }
 */
export function present(resource: Resource, wanted: Wanted, primary: PrimaryData): Presentation {
  const { include, fieldsets, bounds = [], fields = [], members } = wanted;
  const described = perType((type) => resource.set[type] ?? UNKNOWN);
  const names = perType((type) => fieldsets.get(type) ?? new Set(Object.keys(described[type].fields)));
  const defaults = primary.kind === 'changed' ? [[primary.relationship]] : [];
  // JSON:API, full linkage: a path has no effect if a sparse fieldset leaves out one of its relationships.
  const paths = (include ?? defaults)
    .map((path) => stepsOf(path, resource))
    .filter((path) => path.every(({ from, name }) => names[from].has(name)));
  const steps = paths.flat();

  const document = { resource, include: include ?? [], fields, bounds };
  const shownMembers = (requested: RequestedBound): ShownMembers => {
    const { bound, sent, to } = requested;
    return {
      scope: { type: to.type, sort: bound.sort },
      next: bound.page && queryOfNext(requested, bound.page.size, document),
      isFiltered: sent.filters.length > 0,
    };
  };

  const selected = perType((type) => {
    const linked = new Set(steps.flatMap(({ from, name }) => (from === type ? [name] : [])));
    if (primary.kind === 'changed' && type === resource.type) linked.add(primary.relationship);
    if (primary.kind === 'exported') for (const name of Object.keys(relationshipsOf(described[type]))) linked.add(name);
    const own = bounds.filter(({ from }) => from.type === type);
    return selectFields(
      described[type],
      names[type],
      linked,
      new Map(own.map((bound) => [bound.relationship.stored, shownMembers(bound)])),
    );
  });

  const typesInDocument = new Set(steps.map(({ to }) => to));
  if (primary.kind !== 'linkage') typesInDocument.add(resource.type);
  const selections = perType((type) =>
    selectionOf(
      selected[type],
      typesInDocument.has(type),
      bounds.filter(({ from }) => from.type === type),
    ),
  );
  const shownPaths = paths.length === 0 ? undefined : paths.map((path) => path.map(({ stored }) => stored));
  return {
    view:
      primary.kind === 'linkage'
        ? viewOfLinkage(
            selections,
            requireRelationship(resource, primary.relationship),
            resource.type,
            members,
            shownPaths,
          )
        : { selections, include: shownPaths },
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

/**
 * @param linked the relationships that have linkage besides those that always do
 * @param members by the stored name of the relationship
 */
function selectFields(
  resource: Pick<Resource, 'path' | 'fields'>,
  names: ReadonlySet<string>,
  linked: ReadonlySet<string>,
  members: ReadonlyMap<string, ShownMembers>,
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
      field.kind === 'relationship'
        ? [
            {
              ...field,
              name,
              linked: field.linkage === 'always' || linked.has(name),
              members: members.get(field.stored),
            },
          ]
        : [],
    ),
  };
}

function selectionOf(
  { attributes, relationships }: SelectedFields,
  isInDocument: boolean,
  requested: readonly RequestedBound[],
): Selection {
  const needs = isInDocument ? attributes.flatMap((attribute) => attribute.needs) : [];
  const linkage = relationships.flatMap(({ stored, linked }) => (linked ? [stored] : []));
  const bounds = requested.flatMap(({ relationship: { stored }, bound }) =>
    linkage.includes(stored) ? [[stored, bound] as const] : [],
  );
  return {
    attributes: [...new Set(needs)],
    linkage,
    ...(bounds.length > 0 && { bounds: Object.fromEntries(bounds) }),
  };
}

/**
 * The view of a document whose primary data is the linkage of a relationship. The linkage is read regardless of sparse fieldsets, and of bounds on
 * the same relationship elsewhere in the document.
 */
function viewOfLinkage(
  selections: View['selections'],
  { stored }: RelationshipField,
  type: ResourceType,
  members: Bound | undefined,
  include: View['include'],
): View {
  const { linkage, bounds = {} } = selections[type];
  const { [stored]: elsewhere, ...others } = bounds;
  const isShownAsElsewhere = members === undefined && elsewhere === undefined;
  return {
    selections: { ...selections, [type]: { ...selections[type], linkage: [...new Set([...linkage, stored])] } },
    include,
    ...(!isShownAsElsewhere && { primaryBounds: { ...others, ...(members && { [stored]: members }) } }),
  };
}
