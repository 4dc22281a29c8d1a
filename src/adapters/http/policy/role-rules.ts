// What a role of a policy may do, made once, at the start.
import { hash } from 'node:crypto';
import { nothingAllowed, type Action, type Grant, type Permissions } from '#application/model/permissions';
import { perType, type ResourceType } from '#domain/schema';
import type { Resource, Resources } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import { fieldsOf } from './fields-of-action.ts';
import { rulesOf, type RoleInFile, type RuleInFile } from './policy-file.ts';
import { roleResources, type TypeAccess } from './role-resources.ts';

export interface RoleRules {
  readonly name: string;
  /** By the domain's names; what is computed has none. */
  readonly permissions: Permissions;
  /** What the role sees and may send. */
  readonly resources: Resources;
  /** What it may do, for clients: as the policy says it, without what is not granted. */
  readonly may: May;
  /** What the policy lists with a `where`, and is therefore not granted: rules on rows are not carried out yet. */
  readonly withheld: readonly { readonly type: ResourceType; readonly action: Action }[];
  /** Equal for roles that may read the same. */
  readonly readDigest: string;
}

type May = Readonly<Partial<Record<ResourceType, Readonly<Partial<Record<Action, Pick<RuleInFile, 'fields'>>>>>>>;

interface GrantedRule {
  readonly resource: Resource;
  readonly action: Action;
  /** As in the file. */
  readonly fields: readonly string[] | undefined;
  /** By wire name; without relationships to types that the role may not read. */
  readonly names: readonly string[];
}

export function roleRules(name: string, role: RoleInFile): RoleRules {
  const rules = rulesOf(role);
  const isGranted = ({ where = [] }: RuleInFile): boolean => where.length === 0;
  const readable = new Set(
    rules.flatMap(({ resource, action, rule }) => (action === 'read' && isGranted(rule) ? [resource.type] : [])),
  );
  const granted = rules.flatMap(({ resource, action, rule }): readonly GrantedRule[] => {
    if (!isGranted(rule) || !readable.has(resource.type)) return [];
    const names = namesIn(resource, action, rule).filter((each) => {
      const field = resource.fields[each];
      return field?.kind !== 'relationship' || readable.has(field.to);
    });
    return [{ resource, action, fields: rule.fields, names }];
  });
  return {
    name,
    permissions: permissionsOf(granted),
    resources: roleResources(resources, accessOf(granted)),
    may: mayOf(granted),
    withheld: rules.flatMap(({ resource: { type }, action, rule }) => (isGranted(rule) ? [] : [{ type, action }])),
    readDigest: digestOfReads(granted),
  };
}

function namesIn(resource: Resource, action: Action, { fields }: RuleInFile): readonly string[] {
  const all = Object.keys(fieldsOf(resource, action));
  return fields === undefined ? all : all.filter((name) => fields.includes(name));
}

function permissionsOf(granted: readonly GrantedRule[]): Permissions {
  return perType((type) => ({
    ...nothingAllowed[type],
    ...Object.fromEntries(ofType(granted, type).map((rule) => [rule.action, grantOf(rule)])),
  }));
}

function grantOf({ resource, names }: GrantedRule): Grant {
  const stored = names.flatMap((name) => resource.fields[name]?.stored ?? []);
  return { fields: new Set(stored) };
}

function accessOf(granted: readonly GrantedRule[]): ReadonlyMap<ResourceType, TypeAccess> {
  const types = new Set(granted.map(({ resource }) => resource.type));
  return new Map(
    [...types].map((type) => {
      const namesOf = (...actions: readonly Action[]): ReadonlySet<string> =>
        new Set(ofType(granted, type).flatMap(({ action, names }) => (actions.includes(action) ? names : [])));
      return [type, { readable: namesOf('read'), writable: namesOf('create', 'update') }];
    }),
  );
}

function mayOf(granted: readonly GrantedRule[]): May {
  const types = [...new Set(granted.map(({ resource }) => resource.type))];
  return Object.fromEntries(
    types.map((type) => [
      type,
      Object.fromEntries(ofType(granted, type).map(({ action, fields }) => [action, fields ? { fields } : {}])),
    ]),
  );
}

function digestOfReads(granted: readonly GrantedRule[]): string {
  const reads = granted
    .filter(({ action }) => action === 'read')
    .map(({ resource: { type }, names }) => [type, ...names]);
  return hash('sha256', JSON.stringify(reads), 'base64url').slice(0, DIGEST_LENGTH);
}

const DIGEST_LENGTH = 22;

function ofType(granted: readonly GrantedRule[], type: ResourceType): readonly GrantedRule[] {
  return granted.filter(({ resource }) => resource.type === type);
}
