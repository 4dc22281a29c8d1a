import type { ResourceType } from '../../../../application/model/schema.ts';
import { fieldOf, type Resource } from '../resources/resource.ts';
import { resourceOf, resources } from '../resources/resources.ts';
import { unknownField } from './field-path.ts';
import { splitItems } from './list-items.ts';
import { parameterProblem, unknownName, type Parsed } from './problem.ts';
import type { Parameter } from './query-string.ts';

/** A sparse fieldset: the type, and the names on the wire of what to show of it. */
export type Fieldset = readonly [ResourceType, ReadonlySet<string>];

/** `fields[TYPE]`; undefined when there is no such type. */
export function parseFields(parameter: Parameter, type: string): Parsed<Fieldset | undefined> {
  const resource = resourceOf(type);
  if (resource === undefined) {
    const known = { heading: 'Types', names: Object.values(resources).map((each) => each.type) };
    return { value: undefined, problems: [parameterProblem(parameter.name, unknownName('type', type, '', known))] };
  }
  return parseFieldset(parameter, resource);
}

function parseFieldset(parameter: Parameter, resource: Resource): Parsed<Fieldset> {
  const items = splitItems(parameter);
  const unknown = items.value.filter((name) => fieldOf(resource, name) === undefined);
  const naming = { where: '', heading: 'Fields', offered: () => true };
  const problems = unknown.map((name) => parameterProblem(parameter.name, unknownField(name, resource, naming)));
  return { value: [resource.type, new Set(items.value)], problems: [...items.problems, ...problems] };
}
