// Parses a policy file: one pass checks structure and meaning, and reports each problem at its place.
import type { ClaimReference, RowCondition } from '#application/model/condition';
import { actions, fieldUse, type Action } from '#application/model/permissions';
import { kindOf, type Value } from '#domain/kinds';
import { IDENTIFIER, mustBeGiven, type Attribute } from '#domain/resource';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { quote, unknownName, type KnownNames } from '../api/error-wording.ts';
import { relatedResource, type Field, type Resource, type Resources } from '../api/resource-description.ts';
import { isFreeName } from '../request/filter/claim.ts';
import { parseCondition } from '../request/filter/condition.ts';
import { jsonType } from '../request/filter/filter-target.ts';
import { pointerToken } from '../request/syntax/json.ts';
import { fieldsOf } from './fields-of-action.ts';

/** A problem in a policy file. */
export interface PolicyProblem {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

export interface PolicyFile {
  readonly anonymous: string | undefined;
  /** The rules of each role, in the order of types and actions. */
  readonly roles: ReadonlyMap<string, readonly PolicyRule[]>;
}

export interface PolicyRule {
  readonly resource: Resource;
  readonly action: Action;
  /** By wire name; undefined: all. */
  readonly fields: readonly string[] | undefined;
  /** The filter objects of the file. */
  readonly where: readonly unknown[];
  /** The rows that `where` matches. */
  readonly rows: RowCondition;
  /** The presets, by stored name of the field. */
  readonly set: Readonly<Record<string, Value | ClaimReference>>;
}

/** A place in the file, and all problems so far. */
interface Place {
  readonly pointer: string;
  readonly problems: PolicyProblem[];
}

export const MAX_ROLE_NAME = 100;

export function parsePolicyFile(
  json: unknown,
  resources: Resources,
): { readonly value: PolicyFile } | { readonly problems: readonly PolicyProblem[] } {
  const top: Place = { pointer: '', problems: [] };
  const members = readMembers(json, top, 'member', {
    heading: 'Members of a policy',
    names: ['$schema', 'anonymous', 'roles'],
  });
  readText(members, '$schema', top);
  const anonymous = readText(members, 'anonymous', top);
  if (members !== undefined && !members.has('roles')) report(top, '"roles" is missing');
  const inFile = members?.has('roles') === true ? readMembers(members.get('roles'), memberOf(top, 'roles')) : undefined;
  if (anonymous !== undefined && inFile?.has(anonymous) === false)
    report(memberOf(top, 'anonymous'), 'must be the name of a role');
  const roles = [...(inFile ?? [])].map(
    ([name, role]) => [name, readRole(name, role, resources, memberOf(memberOf(top, 'roles'), name))] as const,
  );
  return top.problems.length > 0 ? { problems: top.problems } : { value: { anonymous, roles: new Map(roles) } };
}

function readRole(name: string, value: unknown, resources: Resources, place: Place): readonly PolicyRule[] {
  if (!isFreeName(name) || [...name].length > MAX_ROLE_NAME)
    report(
      place,
      `no role can be called ${quote(name)}: a name has 1 to ${MAX_ROLE_NAME} characters on one line, and is not one that every JavaScript object inherits`,
    );
  const types = readMembers(value, place, 'type', { heading: 'Types', names: Object.keys(resources) });
  const role = Object.values(resources).flatMap((resource) => {
    if (types?.has(resource.type) !== true) return [];
    const at = memberOf(place, resource.type);
    const rules = readMembers(types.get(resource.type), at, 'action', { heading: 'Actions', names: actions });
    return rules === undefined ? [] : [{ resource, at, rules }];
  });
  const readable = new Set(role.flatMap(({ resource, rules }) => (rules.has('read') ? [resource.type] : [])));
  return role.flatMap(({ resource, at, rules }) =>
    actions.flatMap((action) =>
      rules.has(action)
        ? (readRule(rules.get(action), memberOf(at, action), { resource, action, readable }) ?? [])
        : [],
    ),
  );
}

interface Ruled extends Pick<PolicyRule, 'resource' | 'action'> {
  /** The types that the role may read. */
  readonly readable: ReadonlySet<ResourceType>;
}

interface Creating extends Ruled {
  /** The wire names of the preset fields. */
  readonly preset: ReadonlySet<string>;
}

function readRule(value: unknown, place: Place, ruled: Ruled): PolicyRule | undefined {
  const { resource, action, readable } = ruled;
  const names = [
    ...(fieldUse[action] === 'all' ? ['where'] : ['where', 'fields']),
    ...(action === 'create' ? ['set'] : []),
  ];
  const members = readMembers(value, place, 'member', { heading: 'Members', names });
  if (members === undefined) return undefined;
  if (!readable.has(resource.type)) report(place, `needs "read": a role can only ${action} what it may read`);
  const listed = names.includes('fields') ? readList(members, 'fields', place) : undefined;
  const set = members.has('set') ? readPresets(members.get('set'), memberOf(place, 'set'), ruled) : {};
  const preset = new Set(Object.keys(members.get('set') ?? {}));
  const fields = listed && readFields(listed, memberOf(place, 'fields'), { ...ruled, preset });
  if (listed === undefined && action === 'create') requireTargets(place, { ...ruled, preset });
  const where = readList(members, 'where', place) ?? [];
  const condition = parseCondition(where, resource, 'where', `${place.pointer}/where`);
  if ('value' in condition) return { resource, action, fields, where, rows: condition.value, set };
  for (const problem of condition.problems) place.problems.push(problem);
  return undefined;
}

function readFields(listed: readonly unknown[], place: Place, ruled: Creating): readonly string[] {
  const { resource, action, preset } = ruled;
  for (const [index, name] of listed.entries()) {
    const fault = faultOfField(name, ruled) ?? (listed.indexOf(name) < index ? 'is listed twice' : undefined);
    const detail = fault ?? unreadableTarget(name, ruled);
    if (detail !== undefined) report(memberOf(place, String(index)), detail);
  }
  for (const [name, field] of action === 'create' ? Object.entries(resource.fields) : [])
    if (mustBeSent(resource.type, field) && !listed.includes(name) && !preset.has(name))
      report(place, `lacks "${name}", without which no ${resource.type} can be created`);
  return listed.filter((name) => typeof name === 'string');
}

/** Reports required relationships that the role cannot send because it may not read the related type. */
function requireTargets(place: Place, ruled: Creating): void {
  const { resource } = ruled;
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'relationship' || !mustBeSent(resource.type, field) || ruled.preset.has(name)) continue;
    const detail = unreadableTarget(name, ruled);
    if (detail !== undefined)
      report(place, `cannot send "${name}", without which no ${resource.type} can be created: it ${detail}`);
  }
}

/** Reads the presets. The file has wire names, the result stored names. */
function readPresets(value: unknown, place: Place, ruled: Ruled): PolicyRule['set'] {
  const { resource } = ruled;
  const names = Object.entries(fieldsOf(resource, 'create')).flatMap(([name, field]) =>
    field.kind === 'relationship' && field.cardinality === 'many' ? [] : [name],
  );
  const members = readMembers(value, place, 'field', { heading: `Fields to set in ${resource.type}`, names });
  return Object.fromEntries(
    [...(members ?? [])].flatMap(([name, given]) => {
      const { [name]: field } = resource.fields;
      if (field?.stored === undefined || !names.includes(name)) return [];
      const of = field.kind === 'attribute' && field.declared !== undefined ? field.declared : IDENTIFIER;
      const preset = readPreset(given, memberOf(place, name), of);
      return preset === undefined ? [] : [[field.stored, preset] as const];
    }),
  );
}

/** Reads a preset: a value, or `{ "claim": NAME }`. */
function readPreset(given: unknown, place: Place, of: Attribute): Value | ClaimReference | undefined {
  if (typeof given === 'object' && given !== null) {
    const members = readMembers(given, place, 'member', { heading: 'Members', names: ['claim'] });
    const claim = members?.get('claim');
    if (typeof claim === 'string' && isFreeName(claim)) return { kind: 'claim', claim, of };
    return members && report(memberOf(place, 'claim'), 'must be the name of a claim');
  }
  const checked = kindOf(of.kind).parse(given, of);
  return checked.valid ? checked.value : report(place, checked.reason);
}

/** True if a creation cannot leave the field out. */
function mustBeSent(type: ResourceType, field: Field): boolean {
  if (field.kind === 'relationship') return relationshipOf(type, field.stored).isRequired;
  return field.kind === 'attribute' && field.declared !== undefined && mustBeGiven(field.declared);
}

function faultOfField(name: unknown, { resource, action }: Ruled): string | undefined {
  if (typeof name !== 'string') return `must be the name of a field, not ${jsonType(name)}`;
  const allowed = fieldsOf(resource, action);
  if (Object.hasOwn(allowed, name)) return undefined;
  const { type, fields } = resource;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  switch (field?.kind) {
    case undefined: {
      const known = { heading: `Fields to ${action} of ${type}`, names: Object.keys(allowed) };
      return unknownName('field', name, ` of ${type}`, known);
    }
    case 'identifier':
      return action === 'read' ? 'the id can always be read; leave it out' : 'the id cannot be written; leave it out';
    case 'attribute':
    case 'relationship':
      return `${quote(name)} cannot be written; leave it out`;
  }
}

function unreadableTarget(name: unknown, { resource, readable }: Ruled): string | undefined {
  const field = resource.fields[String(name)];
  if (field?.kind !== 'relationship') return undefined;
  const { type } = relatedResource(resource, field);
  return readable.has(type) ? undefined : `refers to ${type}, which the role may not read`;
}

/** The object's own members; undefined if the value is not an object. Reports unknown ones. */
function readMembers(
  value: unknown,
  place: Place,
  one = 'member',
  known?: KnownNames,
): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongType(place, 'an object', value);
  const members = new Map<string, unknown>(Object.entries(value));
  for (const name of members.keys())
    if (known?.names.includes(name) === false) report(memberOf(place, name), unknownName(one, name, '', known));
  return members;
}

function readText(members: ReadonlyMap<string, unknown> | undefined, name: string, place: Place): string | undefined {
  const value = members?.get(name);
  return value === undefined || typeof value === 'string' ? value : wrongType(memberOf(place, name), 'a string', value);
}

function readList(members: ReadonlyMap<string, unknown>, name: string, place: Place): readonly unknown[] | undefined {
  const value = members.get(name);
  return value === undefined || Array.isArray(value) ? value : wrongType(memberOf(place, name), 'a list', value);
}

function wrongType(place: Place, expected: string, value: unknown): undefined {
  return report(place, `must be ${expected}, not ${jsonType(value)}`);
}

function memberOf({ pointer, problems }: Place, name: string): Place {
  return { pointer: `${pointer}/${pointerToken(name)}`, problems };
}

function report({ pointer, problems }: Place, detail: string): undefined {
  problems.push({ pointer, detail });
}
