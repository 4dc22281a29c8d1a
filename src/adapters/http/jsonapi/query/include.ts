import type { Resource } from '../resources/resource.ts';
import { quote } from '../suggest.ts';
import { splitItems } from './list-items.ts';
import { parameterProblem, type Parsed } from './problem.ts';
import type { Parameter } from './query-string.ts';
import { unknownRelationship, walk } from './relationship-path.ts';

/**
 * `include`: the different paths in order, as names on the wire.
 *
 * @param resource where the paths start
 * @param maximum names in one path
 */
export function parseInclude(
  parameter: Parameter,
  resource: Resource,
  maximum: number,
): Parsed<readonly (readonly string[])[]> {
  const items = splitItems(parameter);
  const paths = items.value.map((item) => item.split('.'));
  const problems = paths.flatMap((path) => {
    if (path.length > maximum) {
      const detail = `the path ${quote(path.join('.'))} has ${path.length} names, more than ${maximum}`;
      return [parameterProblem(parameter.name, detail, { max: maximum })];
    }
    const walked = walk(path, resource);
    if (walked.found) return [];
    const where = `, name ${walked.number} of ${quote(path.join('.'))}`;
    const hint = walked.name.includes('__') ? '. Dots join the names of an include path' : '';
    return [parameterProblem(parameter.name, `${unknownRelationship(walked.name, walked.at, where)}${hint}`)];
  });
  return { value: paths, problems: [...items.problems, ...problems] };
}
