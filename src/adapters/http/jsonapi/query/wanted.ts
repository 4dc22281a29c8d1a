// What a client wants to see: `include` and `fields[TYPE]`.
import type { ResourceType } from '#application/model/schema';
import { quote, unknownName } from '../documents/messages.ts';
import { fieldOf, type Resource } from '../resources/resource.ts';
import { resourceOf, resources } from '../resources/resources.ts';
import { unknownField, unknownRelationship, walk } from './field-path.ts';
import { parameterProblem, splitItems, type Parameter, type Parsed } from './parameter.ts';

/** All by the names on the wire, checked. */
export interface Wanted {
  /** The different paths in order. Undefined: not given; empty: given empty. */
  readonly include: readonly IncludePath[] | undefined;
  /** What to show of a type. One without an entry has no sparse fieldset. */
  readonly fields: ReadonlyMap<ResourceType, ReadonlySet<string>>;
}

export type IncludePath = readonly string[];

/**
 * `include`: the paths.
 *
 * @param resource where the paths start
 * @param maximum names in one path
 */
export function parseInclude(
  parameter: Parameter | undefined,
  resource: Resource,
  maximum: number,
): Parsed<readonly IncludePath[] | undefined> {
  if (parameter === undefined) return { value: undefined, problems: [] };
  const items = splitItems(parameter);
  const paths = items.value.map((item) => item.split('.'));
  const problems = paths.flatMap((path) => {
    if (path.length > maximum) {
      const detail = `the path ${quote(path.join('.'))} has ${path.length} names, more than ${maximum}`;
      return [parameterProblem(parameter.name, detail, { max: maximum })];
    }
    const { passed, end, unknown } = walk(path, resource);
    if (unknown === undefined) return [];
    const where = `, name ${passed.length + 1} of ${quote(path.join('.'))}`;
    const hint = unknown.includes('__') ? '. Dots join the names of an include path' : '';
    return [parameterProblem(parameter.name, `${unknownRelationship(unknown, end, where)}${hint}`)];
  });
  return { value: paths, problems: [...items.problems, ...problems] };
}

/** `fields[TYPE]`: the type and what to show of it; undefined when there is no such type. */
export function parseFields(
  parameter: Parameter,
  type: string,
): Parsed<readonly [ResourceType, ReadonlySet<string>] | undefined> {
  const resource = resourceOf(type);
  if (resource === undefined) {
    const known = { heading: 'Types', names: Object.keys(resources) };
    return { value: undefined, problems: [parameterProblem(parameter.name, unknownName('type', type, '', known))] };
  }
  const items = splitItems(parameter);
  const unknown = items.value.filter((name) => fieldOf(resource, name) === undefined);
  const naming = { where: '', heading: 'Fields', offered: () => true };
  const problems = unknown.map((name) => parameterProblem(parameter.name, unknownField(name, resource, naming)));
  return { value: [resource.type, new Set(items.value)], problems: [...items.problems, ...problems] };
}
