import type { ResourceType } from '#domain/schema';
import { unknownName } from '../documents/messages.ts';
import { fieldOf } from '../resources/resource.ts';
import { resourceOf, resources } from '../resources/resources.ts';
import { unknownField } from './field-path.ts';
import { parameterProblem, splitItems, type Parameter, type Parsed } from './parameter.ts';

/**
 * Parses `fields[TYPE]`, a sparse fieldset; undefined when there is no such type.
 * @example parseFieldset({ name: 'fields[person]', value: 'name,email' }, 'person').value; // ['person', Set { 'name', 'email' }]
 */
export function parseFieldset(
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
  const message = { where: '', heading: 'Fields', isListed: () => true };
  const problems = unknown.map((name) => parameterProblem(parameter.name, unknownField(name, resource, message)));
  return { value: [resource.type, new Set(items.value)], problems: [...items.problems, ...problems] };
}
