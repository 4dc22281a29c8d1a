// Checks a file against the schema of policies, and says what is wrong in sentences.
import { Ajv, type DefinedError, type ErrorObject as SchemaError } from 'ajv';
import { quote, unknownName } from '../api/error-wording.ts';
import { resources, resourceOf } from '../api/resources.ts';
import { jsonType } from '../request/filter/filter-target.ts';
import { pointerToken } from '../request/json.ts';
import type { PolicyProblem } from './policy-file.ts';
import { policySchema } from './policy-schema.ts';

const validate = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true, ownProperties: true }).compile(
  policySchema(resources),
);

/** What the published schema refuses of a file. */
export interface Refused {
  /** Where the file is no `PolicyFile`. */
  readonly structure: readonly PolicyProblem[];
  /** Filters, of which their reader says more. */
  readonly filters: readonly PolicyProblem[];
}

export function checkStructure(file: unknown): Refused {
  if (validate(file)) return { structure: [], filters: [] };
  const faults = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
  const inFilter = ({ instancePath }: SchemaError): string | undefined => FILTER.exec(instancePath)?.[0];
  const filters = new Set(faults.flatMap((fault) => inFilter(fault) ?? []));
  return {
    structure: faults.filter((fault) => inFilter(fault) === undefined).map(problemOf),
    filters: [...filters].map((pointer) => ({ pointer, detail: 'is not a filter object as the schema describes it' })),
  };
}

const FILTER = /^(\/[^/]*){4}\/where\/\d+/;

function problemOf(fault: SchemaError): PolicyProblem {
  const { instancePath: pointer, message = 'is not what the schema describes', data, parentSchema } = fault;
  // Errors of the standard keywords.
  const known = fault as DefinedError;
  if (known.keyword === 'additionalProperties') {
    const name = known.params.additionalProperty;
    return { pointer: memberPointer(pointer, name), detail: unknownMember(name, pointer, parentSchema) };
  }
  if (known.keyword === 'propertyNames') {
    const name = known.params.propertyName;
    const detail = `no role can be called ${quote(name)}: names have 1 to 100 characters on one line, and are not those of what objects inherit`;
    return { pointer: memberPointer(pointer, name), detail };
  }
  if (known.keyword === 'required') return { pointer, detail: `"${known.params.missingProperty}" is missing` };
  if (known.keyword === 'type')
    return { pointer, detail: `must be ${TYPES[known.params.type] ?? known.params.type}, not ${jsonType(data)}` };
  if (known.keyword === 'enum') return { pointer, detail: refusedField(pointer, data, known.params.allowedValues) };
  return { pointer, detail: message };
}

const TYPES: Readonly<Record<string, string>> = { object: 'an object', array: 'a list', string: 'a string' };

function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${pointerToken(name)}`;
}

/** What the members of objects are, by the depth of the object in the file. */
const MEMBERS: readonly (readonly [one: string, heading: string])[] = [
  ['member', 'Members of a policy'],
  ['role', 'Roles'],
  ['type', 'Types'],
  ['action', 'Actions'],
  ['member', 'Members'],
];

function unknownMember(name: string, pointer: string, schema: SchemaError['parentSchema']): string {
  const [one, heading] = MEMBERS[pointer.split('/').length - 1] ?? ['member', 'Members'];
  // Of the schema that we have written.
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object };
  return unknownName(one, name, '', { heading, names: Object.keys(properties) });
}

/** @param pointer such as `/roles/reader/person/read/fields/0` */
function refusedField(pointer: string, name: unknown, allowed: readonly string[]): string {
  if (typeof name !== 'string') return `must be the name of a field, not ${jsonType(name)}`;
  const [, , , type = '', action = ''] = pointer.split('/');
  const fields = resourceOf(type)?.fields ?? {};
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  switch (field?.kind) {
    case undefined:
      return unknownName('field', name, ` of ${type}`, { heading: `Fields to ${action} of ${type}`, names: allowed });
    case 'identifier':
      return action === 'read' ? 'the id can always be read; leave it out' : 'the id cannot be written; leave it out';
    case 'attribute':
    case 'relationship':
      return `${quote(name)} cannot be written; leave it out`;
  }
}
