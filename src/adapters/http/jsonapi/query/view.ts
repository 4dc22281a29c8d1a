// From what a request asks for (include paths and sparse fieldsets, in names of the wire) to what is read (a view, in the domain's names)
// and what is shown of it.
import type { Selection } from '../../../../application/model/query.ts';
import type { View } from '../../../../application/model/view.ts';
import type { ResourceType } from '../../../../application/model/schema.ts';
import {
  fieldOf,
  relationshipFieldOf,
  type RelationshipField,
  type Resource,
  type ShownAttribute,
} from '../resources/resource.ts';
import { resources } from '../resources/resources.ts';

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

/** The include paths (undefined: not given) and the sparse fieldsets of a request, checked. */
export interface Wanted {
  readonly include: readonly (readonly string[])[] | undefined;
  readonly fields: ReadonlyMap<ResourceType, ReadonlySet<string>>;
}

/** What the primary data is: resources; the linkage of a relationship; or a resource whose relationship has been changed. */
export type PrimaryData =
  | { readonly kind: 'resources' }
  | { readonly kind: 'linkage'; readonly relationship: string }
  | { readonly kind: 'changed'; readonly relationship: string };

/**
 * How a request's answer is read and shown.
 * @param resource the type of the primary data; of the owning resource on relationship routes
 */
export function present(resource: Resource, { include, fields }: Wanted, primary: PrimaryData): Presentation {
  const shown = perType((type) => fields.get(type) ?? new Set(Object.keys(resources[type].fields)));
  const defaults = primary.kind === 'changed' ? [[primary.relationship]] : [];
  const paths = (include ?? defaults).filter((path) => isShownThroughout(resource, path, shown));
  const passed = relationshipsPassed(resource, paths);
  if (primary.kind === 'changed') passed[resource.type].add(primary.relationship);
  const linked = perType((type) => linkedFields(resources[type], shown[type], passed[type]));
  const visible = visibleTypes(resource, paths, primary.kind !== 'linkage');
  const selections = perType((type) => select(resources[type], visible.has(type), shown[type], linked[type]));
  const needed = primary.kind === 'linkage' ? withLinkage(selections, resource, primary.relationship) : selections;
  return {
    view: {
      selections: needed,
      include: paths.length === 0 ? undefined : paths.map((path) => toStored(resource, path)),
    },
    shown: perType((type) => shownFields(resources[type], shown[type], linked[type])),
  };
}

type FieldNames = Readonly<Record<ResourceType, ReadonlySet<string>>>;

function perType<Value>(make: (type: ResourceType) => Value): Record<ResourceType, Value> {
  return { person: make('person'), computer: make('computer') };
}

/** A path through a relationship that a sparse fieldset leaves out has no effect: JSON:API wants full linkage. */
function isShownThroughout(resource: Resource, path: readonly string[], shown: FieldNames): boolean {
  return steps(resource, path).every(({ from, name }) => shown[from.type].has(name));
}

function relationshipsPassed(
  resource: Resource,
  paths: readonly (readonly string[])[],
): Record<ResourceType, Set<string>> {
  const passed = perType(() => new Set<string>());
  for (const { from, name } of paths.flatMap((path) => steps(resource, path))) passed[from.type].add(name);
  return passed;
}

function linkedFields(resource: Resource, shown: ReadonlySet<string>, passed: ReadonlySet<string>): Set<string> {
  const names = Object.keys(resource.fields).filter((name) => {
    const field = relationshipFieldOf(resource, name);
    return field !== undefined && shown.has(name) && (field.linkage === 'always' || passed.has(name));
  });
  return new Set(names);
}

/** The types of which resource objects can stand in the document. */
function visibleTypes(resource: Resource, paths: readonly (readonly string[])[], primary: boolean): Set<ResourceType> {
  const reached = paths.flatMap((path) => steps(resource, path).map(({ to }) => to));
  return new Set(primary ? [resource.type, ...reached] : reached);
}

function select(
  resource: Resource,
  visible: boolean,
  shown: ReadonlySet<string>,
  linked: ReadonlySet<string>,
): Selection {
  const fields = [...shown].map((name) => fieldOf(resource, name));
  const needs = fields.flatMap((field) => (field?.kind === 'attribute' ? (field.shown?.needs ?? []) : []));
  return { attributes: visible ? [...new Set(needs)] : [], linkage: storedNames(resource, linked) };
}

/** Linkage that is primary data is read whatever the sparse fieldsets say. */
function withLinkage(selections: View['selections'], resource: Resource, relationship: string): View['selections'] {
  const { attributes, linkage } = selections[resource.type];
  const wanted = [...new Set([...linkage, ...storedNames(resource, [relationship])])];
  return { ...selections, [resource.type]: { attributes, linkage: wanted } };
}

function shownFields(resource: Resource, shown: ReadonlySet<string>, linked: ReadonlySet<string>): ShownFields {
  const fields = Object.entries(resource.fields).filter(([name]) => shown.has(name));
  return {
    attributes: fields.flatMap(([name, field]) =>
      field.kind === 'attribute' && field.shown !== undefined ? [{ ...field.shown, name }] : [],
    ),
    relationships: fields.flatMap(([name, field]) =>
      field.kind === 'relationship' ? [{ ...field, name, linked: linked.has(name) }] : [],
    ),
  };
}

function storedNames(resource: Resource, names: Iterable<string>): string[] {
  return [...names].map((name) => relationshipFieldOf(resource, name)?.stored).filter((name) => name !== undefined);
}

function toStored(resource: Resource, path: readonly string[]): readonly string[] {
  return steps(resource, path).map(({ stored }) => stored);
}

interface Step {
  readonly from: Resource;
  readonly name: string;
  readonly stored: string;
  readonly to: ResourceType;
}

/** The relationships of a path, one by one. */
function steps(resource: Resource, path: readonly string[]): readonly Step[] {
  const walked: Step[] = [];
  let from = resource;
  for (const name of path) {
    const field = relationshipFieldOf(from, name);
    if (field === undefined)
      throw new Error(`${from.type} has no relationship ${name}: include paths are checked before`);
    walked.push({ from, name, stored: field.stored, to: field.to });
    from = resources[field.to];
  }
  return walked;
}
