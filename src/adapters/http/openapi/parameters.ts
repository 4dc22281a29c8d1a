// The query parameters, with the limits of the running service. Each is a component, since many operations share it. Examples are in the
// schemas, because tools send the example of a parameter with every request.
import type { ParameterObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import type { QueryLimits } from '../api/limits.ts';
import { JSON_TYPE } from '../api/media-types.ts';
import { operationKindOf, primaryOf, queryScopeOf, relationshipIn, type Operation } from '../api/operations.ts';
import { kindsTakenBy, type ParameterKind, type QueryScope } from '../api/parameters.ts';
import { relatedResource, type EveryResource, type Resource } from '../api/resource-description.ts';
import { operatorNames, type Operator } from '../request/filter/filter-operators.ts';
import {
  boundSizeParameters,
  boundTotalParameters,
  includeFilterParameters,
  includeSortParameters,
  type BoundsFrom,
} from './bound-parameters.ts';
import { changeParameters } from './change-schemas.ts';
import { parameterRef, pascalCase, schemaRef } from './components.ts';
import { cursorParameter, memberSizeParameter, memberTotalParameter, totalParameter } from './cursor-pages.ts';
import { filterExample, filterPaths, operandOf } from './filter-schemas.ts';
import { relationshipPathsFrom, sortKeysOf } from './listed-paths.ts';
import { describeValues, identifierSchema } from './value-schemas.ts';

type Parameters = Readonly<Record<string, ParameterObject>>;
type QueryConfig = Pick<ApiConfig, 'limits' | 'resources'>;

/** The query parameters of all operations, by the name of their component. */
export function queryParameters(operations: readonly Operation[], config: QueryConfig): Parameters {
  return Object.fromEntries(operations.flatMap((operation) => namedParametersOf(operation, config)));
}

/** References to the query parameters of an operation. */
export function parametersOf(operation: Operation, config: QueryConfig): readonly ReferenceObject[] {
  return namedParametersOf(operation, config).map(([name]) => parameterRef(name));
}

/** The identifier in a path. */
export function pathParameter(name: string, label: string): ParameterObject {
  return {
    name,
    in: 'path',
    required: true,
    description: `Identifier of the ${label}.`,
    schema: identifierSchema,
    example: '1',
  };
}

type Named = readonly [component: string, ParameterObject];

/** The resources and relationships that the parameters of an operation refer to. */
interface Subject extends BoundsFrom {
  readonly scope: QueryScope;
  /** The listed resources: on the route of a to-many relationship, its members. */
  readonly listed: Resource;
}

/** The query parameters of an operation, with the names of their components. */
export function namedParametersOf(operation: Operation, { limits, resources }: QueryConfig): readonly Named[] {
  const scope = queryScopeOf(operation);
  if (scope === 'none') return [];
  if (scope === 'changes') return parametersOfFeed(resources, limits);
  const resource = primaryOf(operation);
  const linkage = operationKindOf(operation).answer === 'linkage' ? relationshipIn(operation) : undefined;
  const listed = scope === 'linkage' && linkage ? relatedResource(resource, linkage.field) : resource;
  return kindsTakenBy(scope).flatMap((kind) => parametersOfKind(kind, { scope, resource, listed, linkage }, limits));
}

function parametersOfFeed(resources: EveryResource, limits: QueryLimits): readonly Named[] {
  const { behind, size, subjectType, subjectId } = changeParameters;
  return [
    behind(),
    size(limits),
    subjectType(resources),
    subjectId(),
    ...Object.values(resources).map(fieldsParameter),
  ];
}

function parametersOfKind(kind: ParameterKind, subject: Subject, limits: QueryLimits): readonly Named[] {
  const { scope, resource, listed } = subject;
  switch (kind) {
    case 'include':
      return [includeParameter(resource, limits)];
    case 'fields':
      // An export has no resources of other types.
      return (scope === 'export' ? [resource] : Object.values(resource.set)).map(fieldsParameter);
    case 'filter':
      return [filterParameter(listed, limits)];
    case 'condition':
      return conditionParameters(listed, limits);
    case 'sort':
      return [sortParameter(listed)];
    case 'size':
      return [scope === 'linkage' ? memberSizeParameter(limits) : pageSizeParameter(limits)];
    case 'number':
      return [pageNumberParameter()];
    case 'after':
      return [cursorParameter('after', 'before')];
    case 'before':
      return [cursorParameter('before', 'after')];
    case 'total':
      return [scope === 'linkage' ? memberTotalParameter() : totalParameter()];
    case 'boundSize':
      return boundSizeParameters(subject, limits);
    case 'boundTotal':
      return boundTotalParameters(subject, limits);
    case 'includeSort':
      return includeSortParameters(subject, limits);
    case 'includeFilter':
      return includeFilterParameters(subject, limits);
    case 'subjectType':
    case 'subjectId':
    case 'behind':
      throw new Error(`only the changes feed takes "${kind}"`);
  }
}

function includeParameter(resource: Resource, { maxIncludeNames }: QueryLimits): Named {
  const [, ...places] = relationshipPathsFrom(resource, maxIncludeNames);
  const paths = places.map(({ relationships }) => relationships.join('.'));
  return [
    `${pascalCase(resource.type)}Include`,
    listParameter('include', paths, {
      description: `Related resources to include: paths of at most ${maxIncludeNames} relationships, each of which is included.`,
      example: paths.slice(0, 1),
    }),
  ];
}

function fieldsParameter(resource: Resource): Named {
  const names = Object.keys(resource.fields);
  return [
    `Fields${pascalCase(resource.type)}`,
    listParameter(`fields[${resource.type}]`, names, {
      description: `The fields of each ${resource.type} in the response; all by default, none if empty.`,
      example: names,
    }),
  ];
}

function sortParameter(resource: Resource): Named {
  const names = sortKeysOf(resource, MAX_SORT_STEPS);
  return [
    `${pascalCase(resource.type)}Sort`,
    listParameter('sort', [...names, ...names.map((name) => `-${name}`)], {
      description: 'Sort keys in order of precedence; `-` sorts in descending order. Ties are sorted by `id`.',
      example: ['-id'],
    }),
  ];
}

const MAX_SORT_STEPS = 2;

function filterParameter(resource: Resource, limits: QueryLimits): Named {
  const type = pascalCase(resource.type);
  const description = [
    `A JSON list of filter objects, all of which must match: \`${JSON.stringify(filterExample(resource, limits))}\`. \`or\` and \`and\` take lists of them, \`not\` takes one.`,
    operatorLines().join('\n'),
  ].join('\n\n');
  return [
    `${type}FilterParameter`,
    { name: 'filter', in: 'query', description, content: { [JSON_TYPE]: { schema: schemaRef(`${type}Filter`) } } },
  ];
}

/** The operators by operand, as a list in Markdown. */
function operatorLines(): readonly string[] {
  return Object.entries(TAKEN).map(([takes, words]) => {
    const names = operatorNames((operator) => operator.takes === takes);
    return `- ${names.map((name) => `\`${name}\``).join(', ')}: ${words}`;
  });
}

const TAKEN: Readonly<Record<Operator['takes'], string>> = {
  value: 'a value',
  range: '`[low, high]`',
  list: 'a list of values',
  text: 'a text; for text fields',
  filter: 'a filter object; for to-many and to-one relationships',
};

/** `filter[FIELD]` of every field, and of every field one relationship away. */
function conditionParameters(resource: Resource, limits: QueryLimits): readonly Named[] {
  return filterPaths(resource, limits, 1).flatMap((path) => {
    const operand = operandOf(path);
    if (operand === undefined) return [];
    const { condition, operandExample } = describeValues(operand);
    const parameter: ParameterObject = {
      name: `filter[${path.name}]`,
      in: 'query',
      description: `Only resources whose \`${path.name}\` equals this value. May be repeated: all must match.`,
      schema: { ...condition, examples: [String(operandExample)] },
    };
    return [[`${pascalCase(resource.type)}Filter${pascalCase(path.name)}`, parameter]];
  });
}

function pageSizeParameter({
  defaultPageSize,
  maxPageSize = Number.MAX_SAFE_INTEGER,
  allowUnpaged,
}: QueryLimits): Named {
  const schema: SchemaObject = {
    type: 'integer',
    minimum: allowUnpaged ? 0 : 1,
    maximum: maxPageSize,
    default: Math.min(defaultPageSize, maxPageSize),
  };
  const description = `The number of resources on a page.${allowUnpaged ? ' `0` returns all, without pages.' : ''}`;
  return ['PageSize', { name: 'page[size]', in: 'query', description, schema }];
}

function pageNumberParameter(): Named {
  const schema: SchemaObject = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 };
  return ['PageNumber', { name: 'page[number]', in: 'query', description: 'The page number, starting at 1.', schema }];
}

/** A comma-separated list of names. */
function listParameter(
  name: string,
  names: readonly string[],
  { description, example }: { readonly description: string; readonly example: readonly string[] },
): ParameterObject {
  // An `enum` cannot be empty.
  const items: SchemaObject = names.length === 0 ? { type: 'string' } : { type: 'string', enum: [...names] };
  const limit = names.length === 0 ? { maxItems: 0 } : {};
  return {
    name,
    in: 'query',
    description,
    style: 'form',
    explode: false,
    schema: { type: 'array', items, ...limit, examples: [example] },
  };
}
