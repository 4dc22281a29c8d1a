// The parameters that bound to-many relationships, by path. A bound belongs to the relationship, so each relationship has one path: the shortest.
import type { ParameterObject } from 'openapi3-ts/oas31';
import type { QueryLimits } from '../api/limits.ts';
import { JSON_TYPE } from '../api/media-types.ts';
import type { NamedRelationship } from '../api/operations.ts';
import { relatedResource, relationshipsOf, type Resource } from '../api/resource-description.ts';
import { MOST_BYTES_TOGETHER } from '../request/query/bounds.ts';
import type { MemberPath } from '../request/query/member-paths.ts';
import { pascalCase, schemaRef } from './components.ts';
import { filterExample } from './filter-schemas.ts';
import { relationshipPathsFrom, sortKeysOf, type RelationshipPath } from './listed-paths.ts';
import { objectOf } from './value-schemas.ts';

type Named = readonly [component: string, ParameterObject];

/** The most relationships in a path; on a relationship route, not counting its own relationship. */
const MAX_STEPS = 2;

/** The most paths that are listed, unless there are more of the shortest length. */
const MAX_PATHS = 8;

/** Where paths start. */
export interface BoundsFrom {
  readonly resource: Resource;
  /** The relationship of a relationship route, where paths start with its name; undefined: the primary data are resources. */
  readonly linkage: NamedRelationship | undefined;
}

export function boundSizeParameters(from: BoundsFrom, limits: QueryLimits): readonly Named[] {
  const { allowUnpaged, maxPageSize = Number.MAX_SAFE_INTEGER } = limits;
  return memberPaths(from, limits).map((path) => {
    const all = allowUnpaged ? ' `0` shows all.' : '';
    return atPath(from, path, 'size', {
      description: `The maximum number of \`${nameOf(path)}\` to show for each ${path.from.type}; \`links.next\` of the relationship is the link to the next page.${all}`,
      schema: { type: 'integer', minimum: allowUnpaged ? 0 : 1, maximum: maxPageSize, examples: [5] },
    });
  });
}

export function boundTotalParameters(from: BoundsFrom, limits: QueryLimits): readonly Named[] {
  return memberPaths(from, limits).map((path) =>
    atPath(from, path, 'total', {
      description: `\`true\` counts the \`${nameOf(path)}\` of each ${path.from.type} in \`meta.count\` of the relationship.`,
      schema: { type: 'boolean', examples: [true] },
    }),
  );
}

/** Lists only the target's own fields, because there are many paths. */
export function includeSortParameters(from: BoundsFrom, limits: QueryLimits): readonly Named[] {
  const paths = memberPaths(from, limits);
  const names = paths.flatMap((path) => sortKeysOf(path.to, 0).map((key) => `${textOf(path)}.${key}`));
  if (names.length === 0) return [];
  const parameter: ParameterObject = {
    name: 'includeSort',
    in: 'query',
    description: `Sorts the members of relationships. Each key starts with the path of the relationship. ${TOGETHER}`,
    style: 'form',
    explode: false,
    schema: {
      type: 'array',
      items: { type: 'string', enum: [...names, ...names.map((name) => `-${name}`)] },
      examples: [names.slice(0, 1).map((name) => `-${name}`)],
    },
    ...onlyIncluded(paths),
    ...AT_MOST,
  };
  return [[`${startOf(from)}IncludeSort`, parameter]];
}

export function includeFilterParameters(from: BoundsFrom, limits: QueryLimits): readonly Named[] {
  const paths = memberPaths(from, limits);
  const [first] = paths;
  if (first === undefined) return [];
  const filters = paths.map((path) => [textOf(path), schemaRef(`${pascalCase(path.to.type)}Filter`)] as const);
  const example = { [textOf(first)]: filterExample(first.to, limits) };
  const parameter: ParameterObject = {
    name: 'includeFilter',
    in: 'query',
    description: `Shows only the members of relationships that match: a list of filter objects for each path. The primary data is not filtered. ${TOGETHER}`,
    content: {
      [JSON_TYPE]: {
        schema: {
          ...objectOf(Object.fromEntries(filters), ...filters.map(([path]) => path)),
          additionalProperties: false,
          examples: [example],
        },
      },
    },
    ...onlyIncluded(paths),
    ...AT_MOST,
  };
  return [[`${startOf(from)}IncludeFilter`, parameter]];
}

const TOGETHER = `\`includeSort\` and \`includeFilter\` together have at most ${MOST_BYTES_TOGETHER} bytes.`;

/** `x-max-bytes`: the maximum for all parameters that have it, together. */
const AT_MOST = { 'x-max-bytes': MOST_BYTES_TOGETHER };

/** With `x-only-included`, the parameter is refused unless an include path begins with this value. */
function atPath(
  from: BoundsFrom,
  path: MemberPath,
  kind: 'size' | 'total',
  { description, schema }: Required<Pick<ParameterObject, 'description' | 'schema'>>,
): Named {
  const needed = neededBy(path).join('.');
  const parameter: ParameterObject = {
    name: `page[${textOf(path)}][${kind}]`,
    in: 'query',
    description:
      needed === '' ? description : `${description} Needs an \`include\` path that begins with \`${needed}\`.`,
    schema,
    ...(needed !== '' && { 'x-only-included': needed }),
  };
  return [`${pascalCase(from.resource.type)}Page${pascalCase(textOf(path))}${pascalCase(kind)}`, parameter];
}

/** `x-only-included` by path, for parameters with several paths. */
function onlyIncluded(paths: readonly MemberPath[]): Pick<ParameterObject, `x-${string}`> {
  const needed = paths.map((path) => [textOf(path), neededBy(path).join('.')] as const);
  const some = needed.filter(([, beginning]) => beginning !== '');
  return some.length === 0 ? {} : { 'x-only-included': Object.fromEntries(some) };
}

/** The beginning that an include path must have for the relationship to be shown; empty if it always is. */
function neededBy({ names, relationship }: MemberPath): readonly string[] {
  return relationship.linkage === 'always' ? names.slice(0, -1) : names;
}

/** The prefix of component names. */
function startOf({ resource, linkage }: BoundsFrom): string {
  return `${pascalCase(resource.type)}${linkage === undefined ? '' : `${pascalCase(linkage.name)}Linkage`}`;
}

function textOf({ names }: MemberPath): string {
  return names.join('.');
}

function nameOf({ names }: MemberPath): string {
  return names.at(-1) ?? '';
}

/**
 * The paths to to-many relationships, shortest first: either all paths of one length, or none. Each relationship has one path, the first. On a
 * relationship route they start with its relationship, and only the shortest are listed.
 */
function memberPaths({ resource, linkage }: BoundsFrom, { maxIncludeNames }: QueryLimits): readonly MemberPath[] {
  const start = linkage === undefined ? resource : relatedResource(resource, linkage.field);
  const before = linkage === undefined ? [] : [linkage.name];
  const steps = Math.min(MAX_STEPS, maxIncludeNames - before.length);
  const byRelationship = new Map<string, MemberPath>();
  const lengths = Map.groupBy(relationshipPathsFrom(start, steps - 1), ({ relationships }) => relationships.length);
  for (const places of steps < 1 ? [] : lengths.values()) {
    const further = places.flatMap((place) => membersAt(place, before)).filter(([key]) => !byRelationship.has(key));
    const known = byRelationship.size;
    if (known > 0 && (linkage !== undefined || known + new Map(further).size > MAX_PATHS)) break;
    for (const [key, path] of further) if (!byRelationship.has(key)) byRelationship.set(key, path);
  }
  return [...byRelationship.values()];
}

/** The to-many relationships of the resource at the end of a path, each with a key that identifies it. */
function membersAt(
  { relationships, resource: from }: RelationshipPath,
  before: readonly string[],
): readonly (readonly [string, MemberPath])[] {
  const many = Object.entries(relationshipsOf(from)).filter(([, { cardinality }]) => cardinality === 'many');
  return many.map(([name, relationship]) => {
    const path = { names: [...before, ...relationships, name], from, relationship };
    return [`${from.type}.${relationship.stored}`, { ...path, to: relatedResource(from, relationship) }];
  });
}
