import type { ResourceType } from '#domain/schema';
import { unknownName } from '../../api/error-wording.ts';
import { fieldOf, resourceOf, type Resources } from '../../api/resource-description.ts';
import { unknownField } from '../syntax/field-path.ts';
import { parsed, problemsOf, type Parsed } from '../syntax/parsed.ts';
import { parameterProblem, splitItems, type AcceptedParameter } from '../syntax/query-string.ts';

/** Wire names by type; a type without an entry has all fields. */
export type Fieldsets = ReadonlyMap<ResourceType, ReadonlySet<string>>;

/**
 * Parses each `fields[TYPE]`, a sparse fieldset; ignores other parameters.
 * @param set the known types
 * @param only the type of the result, if it shows no other types
 * @example
 * const parameter = { name: 'fields[person]', value: 'name,email' };
 * parseFieldsets([{ kind: 'fields', parameter, argument: 'person' }], resources).value; // Map { 'person' => Set { 'name', 'email' } }
 */
export function parseFieldsets(
  parameters: readonly AcceptedParameter[],
  set: Resources,
  only?: ResourceType,
): Parsed<Fieldsets> {
  const fieldsets = parameters
    .filter(({ kind }) => kind === 'fields')
    .map((each) => (only === undefined || each.argument === only ? parse(each, set) : refuse(each, only)));
  return parsed(
    new Map(fieldsets.flatMap((each) => ('value' in each ? [each.value] : []))),
    fieldsets.flatMap(problemsOf),
  );
}

type Fieldset = Parsed<readonly [ResourceType, ReadonlySet<string>]>;

function parse({ parameter, argument: type }: AcceptedParameter, set: Resources): Fieldset {
  const resource = resourceOf(type, set);
  if (resource === undefined) {
    const known = { heading: 'Types', names: Object.keys(set) };
    return { problems: [parameterProblem(parameter.name, unknownName('type', type, '', known))] };
  }
  const { items, problems } = splitItems(parameter);
  const unknown = items.filter((name) => fieldOf(resource, name) === undefined);
  const message = { where: '', heading: 'Fields', isListed: () => true };
  const unknownFields = unknown.map((name) => parameterProblem(parameter.name, unknownField(name, resource, message)));
  return parsed([resource.type, new Set(items)], [...problems, ...unknownFields]);
}

function refuse({ parameter: { name } }: AcceptedParameter, type: ResourceType): Fieldset {
  return { problems: [parameterProblem(name, `this route takes fields[${type}] only: it has no other resources`)] };
}
