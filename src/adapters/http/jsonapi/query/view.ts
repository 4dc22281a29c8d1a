// From what a request asks for (include paths and sparse fieldsets, in names of the wire) to what is read (a view, in the domain's names)
// and what is shown of it.
import type { Selection } from '#application/model/query';
import type { View } from '#application/model/view';
import { perType, type ResourceType } from '#application/model/schema';
import {
  requireRelationship,
  type RelationshipField,
  type Resource,
  type ShownAttribute,
} from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';
import type { IncludePath, Wanted } from './wanted.ts';

export interface Presentation {
  readonly view: View;
  readonly shown: Readonly<Record<ResourceType, ShownFields>>;
}

/** What is shown of the resources of one type, in the order of its description. */
export interface ShownFields {
  readonly attributes: readonly (ShownAttribute & { readonly name: string })[];
  /** `linked`: with their `data`. */
  readonly relationships: readonly (RelationshipField & { readonly name: string; readonly linked: boolean })[];
}

/** What the primary data is: resources; the linkage of a relationship; or a resource whose relationship has been changed. */
export type PrimaryData =
  { readonly kind: 'resources' } | { readonly kind: 'linkage' | 'changed'; readonly relationship: string };

/**
 * How a request's answer is read and shown.
 * @param resource the type of the primary data; of the owning resource on relationship routes
 */
export function present(resource: Resource, { include, fields }: Wanted, primary: PrimaryData): Presentation {
  const names = perType((type) => fields.get(type) ?? new Set(Object.keys(resources[type].fields)));
  const defaults = primary.kind === 'changed' ? [[primary.relationship]] : [];
  // A path through a relationship that a sparse fieldset leaves out has no effect: JSON:API wants full linkage.
  const paths = (include ?? defaults)
    .map((path) => stepsOf(path, resource))
    .filter((path) => path.every(({ from, name }) => names[from].has(name)));
  const passed = paths.flat();

  const shown = perType((type) => {
    const linked = new Set(passed.flatMap(({ from, name }) => (from === type ? [name] : [])));
    if (primary.kind === 'changed' && type === resource.type) linked.add(primary.relationship);
    return shownFields(resources[type], names[type], linked);
  });

  const inDocument = new Set(passed.map(({ to }) => to));
  if (primary.kind !== 'linkage') inDocument.add(resource.type);
  const selections = perType((type) => select(shown[type], inDocument.has(type)));
  return {
    view: {
      selections: primary.kind === 'linkage' ? withLinkage(selections, resource, primary.relationship) : selections,
      include: paths.length === 0 ? undefined : paths.map((path) => path.map(({ stored }) => stored)),
    },
    shown,
  };
}

interface Step {
  readonly from: ResourceType;
  readonly name: string;
  readonly stored: string;
  readonly to: ResourceType;
}

/** The relationships of a path, one by one. */
function stepsOf(path: IncludePath, start: Resource): readonly Step[] {
  let from = start.type;
  return path.map((name) => {
    const { stored, to } = requireRelationship(resources[from], name);
    const step = { from, name, stored, to };
    from = to;
    return step;
  });
}

/** @param linked the relationships that are shown with their linkage, besides those that always are */
function shownFields(resource: Resource, names: ReadonlySet<string>, linked: ReadonlySet<string>): ShownFields {
  const fields = Object.entries(resource.fields).filter(([name]) => names.has(name));
  return {
    attributes: fields.flatMap(([name, field]) =>
      field.kind === 'attribute' && field.shown !== undefined ? [{ ...field.shown, name }] : [],
    ),
    relationships: fields.flatMap(([name, field]) =>
      field.kind === 'relationship' ? [{ ...field, name, linked: field.linkage === 'always' || linked.has(name) }] : [],
    ),
  };
}

/** @param inDocument whether resource objects of the type can stand in the document */
function select({ attributes, relationships }: ShownFields, inDocument: boolean): Selection {
  const needs = inDocument ? attributes.flatMap((attribute) => attribute.needs) : [];
  const linkage = relationships.flatMap(({ stored, linked }) => (linked ? [stored] : []));
  return { attributes: [...new Set(needs)], linkage };
}

/** Linkage that is primary data is read whatever the sparse fieldsets say. */
function withLinkage(selections: View['selections'], resource: Resource, relationship: string): View['selections'] {
  const { attributes, linkage } = selections[resource.type];
  const wanted = new Set([...linkage, requireRelationship(resource, relationship).stored]);
  return { ...selections, [resource.type]: { attributes, linkage: [...wanted] } };
}
