// What the `name` of a filter object leads to, and its `field`.

import { attributeKind, type AttributeKind } from '#application/model/schema';
import {
  fieldOf,
  type AttributeField,
  type IdentifierField,
  type RelationshipField,
  type Resource,
} from '../../resources/resource.ts';
import { quote } from '../../documents/messages.ts';
import { hasStoredValue, namesBehind, resolveFieldPath, stepsOf, unknownField } from '../field-path.ts';
import { at, report, reportTooDeep, type Spot } from './filter-spot.ts';

export type Target = AttributeTarget | RelationshipTarget;

interface Reached {
  /** The name, as sent. */
  readonly name: string;
  /** The relationships on the way, by the domain's names. */
  readonly path: readonly string[];
}

export interface AttributeTarget extends Reached {
  readonly kind: 'attribute';
  /** The resource that has the attribute. */
  readonly resource: Resource;
  readonly attribute: string;
  readonly subject: AttributeKind;
}

export interface RelationshipTarget extends Reached {
  readonly kind: 'relationship';
  readonly relationship: RelationshipField;
  readonly subject: 'one' | 'many';
}

/** Finds what a name such as `serial` or `owner__birth_date` leads to; undefined, with a problem noted, when it is nothing that can be filtered by. */
export function readTarget(name: string, spot: Spot): Target | undefined {
  if (spot.level + stepsOf(name) > spot.reading.limits.maxFilterLevels) return reportTooDeep(spot);
  const found = resolveFieldPath(name, spot.resource, {
    where: at(spot),
    heading: HEADING,
    offered: ({ stored }) => stored !== undefined,
  });
  if (typeof found === 'string') return report(spot, found);
  const { passed, end: resource, field } = found;
  const path = passed.map(({ stored }) => stored);
  if (field.kind === 'relationship') {
    return { kind: 'relationship', name, path, relationship: field, subject: field.cardinality };
  }
  const attribute = readStored(field, found.name, resource, spot);
  if (attribute === undefined) return undefined;
  return { kind: 'attribute', name, path, resource, attribute, subject: attributeKind(resource.type, attribute) };
}

/** Finds the plain field of a resource to compare with: the `field` of a filter object. */
export function readOtherField(name: unknown, resource: Resource, spot: Spot): string | undefined {
  if (typeof name !== 'string') return report(spot, `field must be a string${at(spot)}`);
  const field = fieldOf(resource, name);
  switch (field?.kind) {
    case undefined: {
      const naming = { where: at(spot), heading: HEADING, offered: hasStoredValue };
      return report(spot, unknownField(name, resource, naming));
    }
    case 'relationship':
      return report(spot, `cannot compare with ${quote(name)}${at(spot)}: it is a relationship`);
    case 'identifier':
    case 'attribute':
      return readStored(field, name, resource, spot);
  }
}

const HEADING = 'Filterable fields';

function readStored(
  field: IdentifierField | AttributeField,
  name: string,
  resource: Resource,
  spot: Spot,
): string | undefined {
  if (field.stored !== undefined) return field.stored;
  const instead = namesBehind(resource, field);
  return report(spot, `cannot filter by ${quote(name)}${at(spot)}: it is computed; use ${instead}`);
}
