// Resolves the `name` of a filter object, and its `field`.
import type { KindName } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { declaredAttribute } from '#domain/schema';
import { quote } from '../../api/error-wording.ts';
import type { ErrorObject } from '../../api/errors.ts';
import type { QueryLimits } from '../../api/limits.ts';
import {
  fieldOf,
  type AttributeField,
  type IdentifierField,
  type RelationshipField,
  type Resource,
} from '../../api/resource-description.ts';
import {
  countRelationships,
  hasStoredValue,
  resolveFieldPath,
  sourceAdvice,
  unknownField,
} from '../syntax/field-path.ts';
import { pointerToken } from '../syntax/json.ts';

export type FilterTarget = AttributeTarget | RelationshipTarget;

interface NamedTarget {
  /** As sent. */
  readonly name: string;
  /** The path of relationships to it, by the domain's names. */
  readonly path: readonly string[];
  /** The resource that has the field. */
  readonly resource: Resource;
}

export interface AttributeTarget extends NamedTarget {
  readonly kind: 'attribute';
  readonly attribute: string;
  readonly declared: Attribute;
  readonly subject: KindName;
}

export interface RelationshipTarget extends NamedTarget {
  readonly kind: 'relationship';
  readonly relationship: RelationshipField;
  readonly subject: 'one' | 'many';
}

/** Resolves a name such as `serial` or `owner__birth_date`; reports a problem and returns undefined when it cannot be filtered by. */
export function readTarget(name: string, location: FilterLocation): FilterTarget | undefined {
  if (location.level + countRelationships(name) > location.state.limits.maxFilterLevels) return reportTooDeep(location);
  const found = resolveFieldPath(name, location.resource, {
    where: atClause(location),
    heading: HEADING,
    isListed: ({ stored }) => stored !== undefined,
  });
  if (typeof found === 'string') return report(location, found);
  const { relationships, resource, field } = found;
  const path = relationships.map(({ stored }) => stored);
  if (field.kind === 'relationship') {
    return { kind: 'relationship', name, path, resource, relationship: field, subject: field.cardinality };
  }
  const attribute = storedAttribute(field, found.name, resource, location);
  if (attribute === undefined) return undefined;
  const declared = declaredAttribute(resource.type, attribute);
  return { kind: 'attribute', name, path, resource, attribute, declared, subject: declared.kind };
}

/** Resolves the `field` of a filter object: a field of the same resource, no path. */
export function readComparedField(name: unknown, resource: Resource, location: FilterLocation): string | undefined {
  if (typeof name !== 'string') return report(location, `field must be a string${atClause(location)}`);
  const field = fieldOf(resource, name);
  switch (field?.kind) {
    case undefined: {
      const message = { where: atClause(location), heading: HEADING, isListed: hasStoredValue };
      return report(location, unknownField(name, resource, message));
    }
    case 'relationship':
      return report(location, `cannot compare with ${quote(name)}${atClause(location)}: it is a relationship`);
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
  location: FilterLocation,
): string | undefined {
  if (field.stored !== undefined) return field.stored;
  const advice = sourceAdvice(resource, field, 'use');
  return report(location, `cannot filter by ${quote(name)}${atClause(location)}: it is computed${advice}`);
}

// The filter parser's position, for error messages.

/** Shared by all filter objects of a list. */
export interface ParseState {
  readonly limits: FilterLimits;
  /** True if `{ "claim": NAME }` can replace a value. */
  readonly takesClaims: boolean;
  readonly problems: FilterProblem[];
  readonly count: FilterCount;
}

/** The number of filter objects in a request so far. */
export interface FilterCount {
  objects: number;
}

export type FilterLimits = Pick<QueryLimits, 'maxFilterLevels' | 'maxFilterObjects' | 'maxListValues'>;

export interface FilterProblem extends Pick<FilterLocation, 'parameter' | 'pointer'> {
  readonly detail: string;
  readonly meta: ErrorObject['meta'];
}

export interface FilterLocation {
  readonly state: ParseState;
  readonly parameter: string;
  /** JSON Pointer (RFC 6901) into the list; undefined for `filter[FIELD]`, whose name is enough. */
  readonly pointer: string | undefined;
  /** The location for people: `filter[0].or[1].op`. */
  readonly text: string;
  /** The resource whose fields are named here. */
  readonly resource: Resource;
  /** 1 for a member of the top list. */
  readonly level: number;
}

/**
 * The location of a member of an object or list.
 * @example
 * const top = { state, parameter: 'filter', pointer: '', text: 'filter', resource: personResource, level: 1 };
 * atClause(memberLocation(top, 0)); // ' at filter[0]'
 */
export function memberLocation(location: FilterLocation, key: string | number): FilterLocation {
  if (location.pointer === undefined) return location;
  return {
    ...location,
    pointer: `${location.pointer}/${pointerToken(String(key))}`,
    text: `${location.text}${accessor(key)}`,
  };
}

function accessor(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^\w{1,64}$/.test(key) ? `.${key}` : `[${quote(key)}]`;
}

/** The clause ` at filter[0].op`; empty where the parameter's name is enough. */
export function atClause({ pointer, text }: FilterLocation): string {
  return pointer === undefined ? '' : ` at ${text}`;
}

/** Adds a problem. Returns undefined, so that a parser can `return report(…)`. */
export function report(
  { state, parameter, pointer }: FilterLocation,
  detail: string,
  meta?: ErrorObject['meta'],
): undefined {
  state.problems.push({ parameter, pointer, detail, meta });
}

export function reportTooDeep(location: FilterLocation): undefined {
  const { maxFilterLevels } = location.state.limits;
  const detail = `a filter can have at most ${maxFilterLevels} levels; this one is deeper${atClause(location)}`;
  return report(location, detail, { max: maxFilterLevels });
}

/**
 * The JSON type of a value, for messages.
 * @example jsonType([]); // 'a list'
 */
export function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
