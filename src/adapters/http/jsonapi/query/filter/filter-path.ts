// What the `name` of a filter object leads to.

import { attributeKind, type AttributeKind } from '#application/model/schema';
import {
  fieldOf,
  type AttributeField,
  type Field,
  type IdentifierField,
  type RelationshipField,
  type Resource,
} from '../../resources/resource.ts';
import { quote } from '../../documents/messages.ts';
import { namesBehind, resolveFieldPath, stepsOf, unknownField, type Naming } from '../field-path.ts';
import { at, report, type Place, type Spot } from './filter-reading.ts';

export type Target = AttributeTarget | RelationshipTarget;

interface Reached {
  /** The name, as sent. */
  readonly name: string;
  /** The relationships on the way, by the domain's names. */
  readonly path: readonly string[];
  /** The resource that has the field. */
  readonly resource: Resource;
}

export interface AttributeTarget extends Reached {
  readonly kind: 'attribute';
  readonly attribute: string;
  readonly subject: AttributeKind;
}

export interface RelationshipTarget extends Reached {
  readonly kind: 'relationship';
  readonly relationship: RelationshipField;
  readonly subject: 'one' | 'many';
}

/** Finds what a name such as `serial` or `owner__birth_date` leads to; undefined, with a problem noted, when it is nothing that can be filtered by. */
export function readTarget(name: string, place: Place, spot: Spot): Target | undefined {
  const { maxFilterLevels } = spot.reading.limits;
  if (spot.level + stepsOf(name) > maxFilterLevels) return reportTooDeep(place, spot);
  const found = resolveFieldPath(name, spot.resource, naming(place, isFilterable));
  if (!found.found) return report(spot.reading, place, found.detail);
  const { passed, end, field } = found;
  const reached = { name, path: passed.map(({ stored }) => stored), resource: end };
  if (field.kind === 'relationship') {
    return { kind: 'relationship', ...reached, relationship: field, subject: field.cardinality };
  }
  const stored = readStored(field, found.name, place, { ...spot, resource: end });
  return stored && { kind: 'attribute', ...reached, ...stored };
}

/** Finds the plain field of a resource to compare with: the `field` of a filter object. */
export function readOtherField(value: unknown, target: AttributeTarget, place: Place, spot: Spot): string | undefined {
  if (typeof value !== 'string') return report(spot.reading, place, `field must be a string${at(place)}`);
  const field = fieldOf(target.resource, value);
  if (field === undefined) {
    return report(spot.reading, place, unknownField(value, target.resource, naming(place, isComparable)));
  }
  if (field.kind === 'relationship') {
    return report(spot.reading, place, `cannot compare with ${quote(value)}${at(place)}: it is a relationship`);
  }
  return readStored(field, value, place, { ...spot, resource: target.resource })?.attribute;
}

/** Notes that a filter goes below the last level that is allowed. */
export function reportTooDeep(place: Place, { reading }: Spot): undefined {
  const { maxFilterLevels } = reading.limits;
  return report(reading, place, `a filter has at most ${maxFilterLevels} levels; this goes deeper${at(place)}`, {
    max: maxFilterLevels,
  });
}

function readStored(
  field: IdentifierField | AttributeField,
  name: string,
  place: Place,
  { reading, resource }: Spot,
): Pick<AttributeTarget, 'attribute' | 'subject'> | undefined {
  if (field.stored !== undefined) {
    return { attribute: field.stored, subject: attributeKind(resource.type, field.stored) };
  }
  const instead = `use ${namesBehind(resource, field)}`;
  return report(reading, place, `cannot filter by ${quote(name)}${at(place)}: it is computed; ${instead}`);
}

function naming(place: Place, offered: Naming['offered']): Naming {
  return { where: at(place), heading: 'Filterable fields', offered };
}

function isFilterable(field: Field): boolean {
  return field.stored !== undefined;
}

function isComparable(field: Field): boolean {
  return field.kind !== 'relationship' && field.stored !== undefined;
}
