import { quote } from '../documents/messages.ts';
import type { Resource } from '../resources/resource.ts';
import { followRelationships, unknownRelationship } from './field-path.ts';
import { parameterProblem, splitItems, type Parameter, type Parsed } from './parameter.ts';

/** Relationships by their wire names. */
export type IncludePath = readonly string[];

/**
 * Parses `include`: the paths in order, which start at a resource.
 * @param maximum names in one path
 * @example parseInclude({ name: 'include', value: 'computers.owner' }, personResource, 5).value; // [['computers', 'owner']]
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
    const { relationships, resource: end, unknown } = followRelationships(path, resource);
    if (unknown === undefined) return [];
    const where = `, name ${relationships.length + 1} of ${quote(path.join('.'))}`;
    const hint = unknown.includes('__') ? '. Dots join the names of an include path' : '';
    return [parameterProblem(parameter.name, `${unknownRelationship(unknown, end, where)}${hint}`)];
  });
  return { value: paths, problems: [...items.problems, ...problems] };
}
