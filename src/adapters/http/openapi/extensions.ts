// Extensions for programs that learn the API from its document: resources, operators and limits, which OpenAPI itself
// cannot describe.
import { kindOf, type Limits } from '#domain/kinds';
import { mustBeGiven, type Attribute } from '#domain/resource';
import { attributeKind, relationshipOf, type ResourceType } from '#domain/schema';
import type { BodyLimits, QueryLimits } from '../api/limits.ts';
import {
  relationshipsOf,
  type AttributeField,
  type EveryResource,
  type Field,
  type RelationshipField,
} from '../api/resource-description.ts';
import { applies, operatorNames, operatorOf, type Operator, type Subject } from '../request/filter/filter-operators.ts';
import type { KeyRules } from './headers.ts';

type Facts = Readonly<Record<string, unknown>>;

export function extensions(
  resources: EveryResource,
  limits: QueryLimits & BodyLimits & KeyRules,
): Readonly<Record<`x-${string}`, Facts>> {
  return {
    'x-resources': describedResources(resources),
    'x-operators': describedOperators(),
    'x-limits': describedLimits(limits),
  };
}

function describedResources(resources: EveryResource): Facts {
  const entries = Object.values(resources).map(({ type, label, plural, path, fields }) => {
    const described = Object.entries(fields).map(([name, field]) => [name, describedField(resources, type, field)]);
    return [type, { label, plural, path, fields: Object.fromEntries(described) as Facts }];
  });
  return Object.fromEntries(entries) as Facts;
}

function describedField(resources: EveryResource, type: ResourceType, field: Field): Facts {
  switch (field.kind) {
    case 'identifier':
      return {
        kind: 'identifier',
        format: 'identifier',
        readable: true,
        writable: false,
        sortable: true,
        operators: operatorsOf('identifier'),
      };
    case 'attribute':
      return describedAttribute(type, field);
    case 'relationship':
      return describedRelationship(resources, type, field);
  }
}

function describedRelationship(resources: EveryResource, type: ResourceType, field: RelationshipField): Facts {
  const { isRequired, onDelete } = relationshipOf(type, field.stored);
  const inverse = namedInverse(resources, type, field);
  return {
    kind: 'relationship',
    to: field.to,
    cardinality: field.cardinality,
    ...(inverse !== undefined && { inverse }),
    ...(isRequired && { required: true }),
    ...(onDelete !== 'unset' && { onDelete }),
    operators: operatorsOf(field.cardinality),
  };
}

/** The name of the inverse relationship, if the API shows it and the two types do not already identify it. */
function namedInverse(
  resources: EveryResource,
  type: ResourceType,
  { to, stored }: RelationshipField,
): string | undefined {
  const between = (from: ResourceType, other: ResourceType) =>
    Object.entries(relationshipsOf(resources[from])).filter(([, field]) => field.to === other);
  const back = between(to, type);
  if (type !== to && back.length <= 1 && between(type, to).length === 1) return undefined;
  const { inverse } = relationshipOf(type, stored);
  return back.find(([, field]) => field.stored === inverse)?.[0];
}

function describedAttribute(type: ResourceType, field: AttributeField): Facts {
  const { stored, declared, output } = field;
  const shows =
    field.declared === undefined ? field.shows : { kind: field.declared.kind, isNullable: !field.declared.isRequired };
  return {
    kind: 'attribute',
    format: shows.kind,
    readable: output !== undefined,
    writable: declared !== undefined,
    ...(declared !== undefined && { required: mustBeGiven(declared) }),
    nullable: shows.isNullable,
    ...(declared && limitsOf(declared)),
    ...(declared?.defaultValue !== undefined && { default: declared.defaultValue }),
    sortable: stored !== undefined,
    operators: stored === undefined ? [] : operatorsOf(attributeKind(type, stored)),
  };
}

/** The limits that apply to the attribute's kind. */
function limitsOf(declared: Attribute): Limits {
  const names = new Set(Object.keys(kindOf(declared.kind).exampleLimits));
  return Object.fromEntries(Object.entries(declared).filter(([name]) => names.has(name)));
}

function operatorsOf(subject: Subject): readonly string[] {
  return operatorNames((operator) => applies(operator, subject));
}

function describedOperators(): Facts {
  const entries = operatorNames(() => true).flatMap((name) => {
    const operator = operatorOf(name);
    return operator === undefined ? [] : [[name, describedOperator(operator)]];
  });
  return Object.fromEntries(entries) as Facts;
}

function describedOperator(operator: Operator): Facts {
  switch (operator.takes) {
    case 'value':
      return { takes: 'value', null: operator.whenNull !== 'refused', fields: operator.fields };
    case 'filter':
      return { takes: 'filter', cardinality: operator.cardinality };
    case 'range':
    case 'list':
    case 'text':
      return { takes: operator.takes };
  }
}

function describedLimits(limits: QueryLimits & BodyLimits & KeyRules): Facts {
  const { defaultPageSize, maxPageSize, allowUnpaged, maxFilterLevels, maxFilterObjects, maxListValues } = limits;
  return {
    defaultPageSize: Math.min(defaultPageSize, maxPageSize ?? Infinity),
    ...(maxPageSize !== undefined && { maxPageSize }),
    allowUnpaged,
    maxFilterLevels,
    maxFilterObjects,
    maxListValues,
    maxIncludeNames: limits.maxIncludeNames,
    maxIncluded: limits.maxIncluded,
    idempotencyTtlSeconds: limits.idempotencyTtlSeconds,
    maxOperations: limits.maxOperations,
  } satisfies Facts & Record<Exclude<keyof QueryLimits, 'maxPageSize'>, unknown>;
}
