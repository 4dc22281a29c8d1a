// The schema of `filter`: per type, a list of filter objects and the operands of each kind of field.
import type { ExternalDocumentationObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { kinds, type KindName } from '#domain/kinds';
import { IDENTIFIER, type Attribute } from '#domain/resource';
import { declaredAttribute } from '#domain/schema';
import type { QueryLimits } from '../api/limits.ts';
import type { EveryResource, Resource, Resources } from '../api/resource-description.ts';
import {
  applies,
  comparesOrder,
  operandSchemas,
  operatorNames,
  takesField,
  type BooleanName,
  type Operator,
} from '../request/filter/filter-operators.ts';
import { pascalCase, schemaRef } from './components.ts';
import { fieldPaths, relationshipPathsFrom, type FieldPath } from './listed-paths.ts';
import { describeValues, kindNames } from './value-schemas.ts';

/** The most relationships in a name that the schema lists. Longer names also work, up to the limit of levels. */
const MAX_STEPS = 2;

type Schemas = Readonly<Record<string, SchemaObject>>;

/**
 * The components of every type: `PersonFilter`, `PersonFilterObject` and so on.
 * @param externalDocs the query language, if the service has a page about it
 */
export function filterSchemas(
  resources: EveryResource,
  limits: QueryLimits,
  externalDocs?: ExternalDocumentationObject,
): Schemas {
  const all = Object.values(resources).map((resource) => schemasOf(resource, limits, externalDocs));
  return Object.assign({}, ...all) as Schemas;
}

/** A filter on a type. */
export function filterExample(resource: Resource, limits: QueryLimits): readonly unknown[] {
  return [exampleFor(filterPaths(resource, limits))];
}

/** The attribute that a filter compares at the end of a path; for a relationship, the `id` of the related resources. */
export function operandOf({ resource, field }: FieldPath): Attribute | undefined {
  if (field.kind === 'relationship') return IDENTIFIER;
  return field.stored === undefined ? undefined : declaredAttribute(resource.type, field.stored);
}

/** The fields that a filter on a type can name. */
export function filterPaths(
  resource: Resource,
  { maxFilterLevels }: QueryLimits,
  maxSteps = MAX_STEPS,
): readonly FieldPath[] {
  const paths = fieldPaths(relationshipPathsFrom(resource, Math.min(maxSteps, maxFilterLevels - 1)));
  return paths.filter((path) => operandOf(path) !== undefined);
}

function schemasOf(
  resource: Resource,
  limits: QueryLimits,
  externalDocs: ExternalDocumentationObject | undefined,
): Schemas {
  const type = pascalCase(resource.type);
  const object = schemaRef(`${type}FilterObject`);
  const objects: SchemaObject = { type: 'array', items: object };
  const booleans: Readonly<Record<BooleanName, SchemaObject | ReferenceObject>> = {
    or: objects,
    and: objects,
    not: object,
  };
  const paths = filterPaths(resource, limits);
  return {
    [`${type}Filter`]: {
      ...objects,
      maxItems: limits.maxFilterObjects,
      description: 'All of them must match.',
      examples: [filterExample(resource, limits)],
      ...(externalDocs && { externalDocs }),
    },
    [`${type}FilterObject`]: {
      oneOf: [
        ...Object.entries(booleans).map(([name, value]) => closed({ [name]: value })),
        ...comparedAlike(paths).flatMap((alike) => comparisons(alike, limits)),
        ...fieldComparisons(paths, resource.set),
        ...relatedFilters(paths, resource.set),
      ],
    },
  };
}

/** Uses the last attribute, because the first is the identifier, which makes a poor example. */
function exampleFor(paths: readonly FieldPath[]): unknown {
  const path = paths.findLast(({ name, field }) => field.kind !== 'relationship' && !name.includes('__'));
  const operand = path && operandOf(path);
  if (operand === undefined) return undefined;
  const { isText, isOrdered } = kinds[operand.kind];
  const isShown = (operator: Operator): boolean =>
    isText ? operator.takes === 'text' : operator.takes === 'value' && (operator.whenNull === 'refused') === isOrdered;
  const op = operatorNames(isShown).at(-1);
  return { name: path?.name, op, val: describeValues(operand).operandExample };
}

/** Fields that are compared with the same values by the same operators. */
interface Alike {
  readonly kind: KindName;
  readonly value: SchemaObject;
  readonly names: readonly string[];
}

/** Groups fields by the values that they are compared with, in the order of the kinds. */
function comparedAlike(paths: readonly FieldPath[]): readonly Alike[] {
  const compared = paths.flatMap((path) => {
    const operand = operandOf(path);
    return operand === undefined ? [] : [{ kind: operand.kind, value: describeValues(operand).operand, path }];
  });
  const groups = Map.groupBy(compared, ({ value }) => JSON.stringify(value));
  return [...groups.values()]
    .flatMap((group) => group.slice(0, 1).map((first) => ({ ...first, names: namesOf(group.map(({ path }) => path)) })))
    .toSorted((one, other) => kindNames.indexOf(one.kind) - kindNames.indexOf(other.kind));
}

/** Comparisons of fields with values. */
function comparisons({ kind, value, names }: Alike, limits: QueryLimits): readonly SchemaObject[] {
  // A separate object, so that operators on text are not grouped with those on values.
  const text = kinds[kind].isText ? { ...value } : undefined;
  const forms = operandSchemas<SchemaObject>({
    'value or null': { oneOf: [value, { type: 'null' }] },
    value,
    range: { type: 'array', prefixItems: [value, value], minItems: 2, maxItems: 2 },
    list: { type: 'array', items: value, maxItems: limits.maxListValues },
    literal: text,
    pattern: text,
    // By type, in `relatedFilters`.
    filter: undefined,
  });
  return forms.flatMap(({ val, takes }) => {
    const operators = operatorNames((operator) => takes(operator) && applies(operator, kind));
    return operators.length === 0 ? [] : [closed({ name: oneOfNames(names), op: oneOfNames(operators), val })];
  });
}

/**
 * Comparisons with another field of the resource at the end of the path. Two ordered fields are compared by
 * order and equality, others only by equality.
 */
function fieldComparisons(paths: readonly FieldPath[], set: Resources): readonly SchemaObject[] {
  const compare = (names: readonly FieldPath[], fields: readonly FieldPath[], byOrder: boolean): SchemaObject[] => {
    const op = operatorNames((operator) => takesField(operator) && (byOrder || !comparesOrder(operator)));
    return names.length * fields.length === 0
      ? []
      : [closed({ name: oneOfNames(namesOf(names)), op: oneOfNames(op), field: oneOfNames(namesOf(fields)) })];
  };
  return Object.values(set).flatMap((resource) => {
    const fields = fieldPaths([{ relationships: [], resource }]).filter(hasOperand);
    const names = paths.filter((path) => path.resource === resource && hasOperand(path));
    const [ordered, others] = [names.filter(hasOrder), names.filter((path) => !hasOrder(path))];
    return [
      ...compare(ordered, fields.filter(hasOrder), true),
      ...compare(
        ordered,
        fields.filter((path) => !hasOrder(path)),
        false,
      ),
      ...compare(others, fields, false),
    ];
  });
}

/** True if the field at the end of the path can be compared with another. */
function hasOperand(path: FieldPath): boolean {
  return path.field.kind !== 'relationship' && operandOf(path) !== undefined;
}

function hasOrder(path: FieldPath): boolean {
  const operand = operandOf(path);
  return operand !== undefined && kinds[operand.kind].isOrdered;
}

/** `any` and `has`: a filter object about the related resources. */
function relatedFilters(paths: readonly FieldPath[], set: Resources): readonly SchemaObject[] {
  return Object.values(set).flatMap(({ type }) =>
    (['many', 'one'] as const).flatMap((cardinality) => {
      const names = namesOf(
        paths.filter(
          ({ field }) => field.kind === 'relationship' && field.to === type && field.cardinality === cardinality,
        ),
      );
      const ops = operatorNames((operator) => operator.takes === 'filter' && operator.cardinality === cardinality);
      const val = schemaRef(`${pascalCase(type)}FilterObject`);
      return names.length === 0 ? [] : [closed({ name: oneOfNames(names), op: oneOfNames(ops), val })];
    }),
  );
}

function namesOf(paths: readonly FieldPath[]): readonly string[] {
  return paths.map(({ name }) => name);
}

function oneOfNames(names: readonly string[]): SchemaObject {
  return { type: 'string', enum: [...names] };
}

/** A filter object with exactly these members. Any other member is refused. */
function closed(properties: NonNullable<SchemaObject['properties']>): SchemaObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
