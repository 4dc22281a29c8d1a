// From what a request asks for (include paths and sparse fieldsets, in names of the wire) to what is read (a view, in the domain's names)
// and what is shown of it.
import type { Selection } from '#application/model/query';
import type { View } from '#application/model/view';
import type { ResourceType } from '#application/model/schema';
import {
  fieldOf,
  relationshipsOf,
  requireRelationship,
  type RelationshipField,
  type Resource,
  type ShownAttribute,
} from '../resources/resource.ts';
import { perType, resources } from '../resources/resources.ts';
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
      include: paths.length === 0 ? undefined : paths.map((path) => steps(resource, path).map(({ stored }) => stored)),
    },
    shown: perType((type) => shownFields(resources[type], shown[type], linked[type])),
  };
}

type FieldNames = Readonly<Record<ResourceType, ReadonlySet<string>>>;

/** A path through a relationship that a sparse fieldset leaves out has no effect: JSON:API wants full linkage. */
function isShownThroughout(resource: Resource, path: IncludePath, shown: FieldNames): boolean {
  return steps(resource, path).every(({ from, name }) => shown[from].has(name));
}

function relationshipsPassed(resource: Resource, paths: readonly IncludePath[]): Record<ResourceType, Set<string>> {
  const passed = perType(() => new Set<string>());
  for (const { from, name } of paths.flatMap((path) => steps(resource, path))) passed[from].add(name);
  return passed;
}

/** The relationships that are shown with their linkage. */
function linkedFields(resource: Resource, shown: ReadonlySet<string>, passed: ReadonlySet<string>): Set<string> {
  const linked = Object.entries(relationshipsOf(resource)).filter(
    ([name, { linkage }]) => shown.has(name) && (linkage === 'always' || passed.has(name)),
  );
  return new Set(linked.map(([name]) => name));
}

/** The types of which resource objects can stand in the document. */
function visibleTypes(resource: Resource, paths: readonly IncludePath[], primary: boolean): Set<ResourceType> {
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
  const linkage = [...linked].map((name) => requireRelationship(resource, name).stored);
  return { attributes: visible ? [...new Set(needs)] : [], linkage };
}

/** Linkage that is primary data is read whatever the sparse fieldsets say. */
function withLinkage(selections: View['selections'], resource: Resource, relationship: string): View['selections'] {
  const { attributes, linkage } = selections[resource.type];
  const wanted = new Set([...linkage, requireRelationship(resource, relationship).stored]);
  return { ...selections, [resource.type]: { attributes, linkage: [...wanted] } };
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

interface Step {
  readonly from: ResourceType;
  readonly name: string;
  readonly stored: string;
  readonly to: ResourceType;
}

/** The relationships of a path, one by one. */
function steps(resource: Resource, path: IncludePath): readonly Step[] {
  const walked: Step[] = [];
  let from = resource;
  for (const name of path) {
    const { stored, to } = requireRelationship(from, name);
    walked.push({ from: from.type, name, stored, to });
    from = resources[to];
  }
  return walked;
}
