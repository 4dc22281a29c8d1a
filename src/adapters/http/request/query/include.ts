import { quote } from '../../api/error-wording.ts';
import type { Resource } from '../../api/resource-description.ts';
import { followRelationships, unknownRelationship } from '../syntax/field-path.ts';
import { parsed, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, splitItems, type Parameter } from '../syntax/query-string.ts';

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
  if (parameter === undefined) return { value: undefined };
  const { items, problems } = splitItems(parameter);
  const paths = items.map((item) => item.split('.'));
  const pathProblems = paths.flatMap((path) => {
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
  return parsed(paths, [...problems, ...pathProblems]);
}
