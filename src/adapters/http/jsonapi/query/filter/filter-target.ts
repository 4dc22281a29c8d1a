// Resolves the `name` of a filter object, and its `field`.
import type { KindName } from '#domain/kinds';
import { attributeKind } from '#domain/schema';
import {
  fieldOf,
  type AttributeField,
  type IdentifierField,
  type RelationshipField,
  type Resource,
} from '../../resources/resource.ts';
import { quote } from '../../documents/messages.ts';
import { countRelationships, hasStoredValue, resolveFieldPath, sourceFieldsOf, unknownField } from '../field-path.ts';
import { at, report, reportTooDeep, type Location } from './filter-location.ts';

export type Target = AttributeTarget | RelationshipTarget;

interface NamedTarget {
  /** As sent. */
  readonly name: string;
  /** The relationships that lead there, by the domain's names. */
  readonly path: readonly string[];
}

export interface AttributeTarget extends NamedTarget {
  readonly kind: 'attribute';
  /** The resource that has the attribute. */
  readonly resource: Resource;
  readonly attribute: string;
  readonly subject: KindName;
}

export interface RelationshipTarget extends NamedTarget {
  readonly kind: 'relationship';
  readonly relationship: RelationshipField;
  readonly subject: 'one' | 'many';
}

/** Resolves a name such as `serial` or `owner__birth_date`; reports a problem and returns undefined when one cannot filter by it. */
export function readTarget(name: string, location: Location): Target | undefined {
  if (location.level + countRelationships(name) > location.state.limits.maxFilterLevels) return reportTooDeep(location);
  const found = resolveFieldPath(name, location.resource, {
    where: at(location),
    heading: HEADING,
    isListed: ({ stored }) => stored !== undefined,
  });
  if (typeof found === 'string') return report(location, found);
  const { relationships, resource, field } = found;
  const path = relationships.map(({ stored }) => stored);
  if (field.kind === 'relationship') {
    return { kind: 'relationship', name, path, relationship: field, subject: field.cardinality };
  }
  const attribute = storedAttribute(field, found.name, resource, location);
  if (attribute === undefined) return undefined;
  return { kind: 'attribute', name, path, resource, attribute, subject: attributeKind(resource.type, attribute) };
}

/** Resolves the `field` of a filter object: a field of the same resource, no path. */
export function readComparedField(name: unknown, resource: Resource, location: Location): string | undefined {
  if (typeof name !== 'string') return report(location, `field must be a string${at(location)}`);
  const field = fieldOf(resource, name);
  switch (field?.kind) {
    case undefined: {
      const message = { where: at(location), heading: HEADING, isListed: hasStoredValue };
      return report(location, unknownField(name, resource, message));
    }
    case 'relationship':
      return report(location, `cannot compare with ${quote(name)}${at(location)}: it is a relationship`);
    case 'identifier':
    case 'attribute':
      return storedAttribute(field, name, resource, location);
  }
}

const HEADING = 'Filterable fields';

function storedAttribute(
  field: IdentifierField | AttributeField,
  name: string,
  resource: Resource,
  location: Location,
): string | undefined {
  if (field.stored !== undefined) return field.stored;
  const sources = sourceFieldsOf(resource, field);
  return report(location, `cannot filter by ${quote(name)}${at(location)}: it is computed; use ${sources}`);
}
