// What a role of a policy may do, made once, at the start.
import { hash } from 'node:crypto';
import { claimsIn, permissionsOfActor } from '#application/access/permissions-of-actor';
import type { ClaimReference, RowCondition } from '#application/model/condition';
import {
  fieldUse,
  nothingAllowed,
  type Action,
  type Grant,
  type Permissions,
  type RolePermissions,
} from '#application/model/permissions';
import { perType, type ResourceType } from '#domain/schema';
import type { Resource, Resources } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import { parseCondition } from '../request/filter/condition.ts';
import { fieldsOf } from './fields-of-action.ts';
import { rulesOf, type RoleInFile, type RuleInFile } from './policy-file.ts';
import { roleResources, type TypeAccess } from './role-resources.ts';

export interface RoleRules {
  readonly name: string;
  /** By the domain's names; what is computed has none. */
  readonly permissions: RolePermissions;
  /** The same for every actor; undefined if claims decide. */
  readonly shared: Permissions | undefined;
  /** What the role sees and may send. */
  readonly resources: Resources;
  /** What it may do, for clients: as the policy says it, without what is not granted. */
  readonly may: May;
  /** The rules of the file, for each type that it may read. */
  readonly rules: readonly GrantedRule[];
  /** Types of which it may read some rows only. */
  readonly restricted: ReadonlySet<ResourceType>;
  /** Equal for roles that may read the same, as far as their claims are the same. */
  readonly readDigest: string;
  /** The claims that decide which rows it may read. */
  readonly readClaims: readonly string[];
  /** The claims that its rules use. */
  readonly claims: readonly string[];
}

type May = Readonly<Partial<Record<ResourceType, Readonly<Partial<Record<Action, Pick<RuleInFile, 'fields'>>>>>>>;

export interface GrantedRule {
  readonly resource: Resource;
  readonly action: Action;
  /** As in the file. */
  readonly rule: RuleInFile;
  /** Undefined: all rows. */
  readonly where: RowCondition | undefined;
  /** By wire name; without relationships to types that the role may not read. */
  readonly names: readonly string[];
}

export function roleRules(name: string, role: RoleInFile): RoleRules {
  const inFile = rulesOf(role);
  const readable = new Set(inFile.flatMap(({ resource, action }) => (action === 'read' ? [resource.type] : [])));
  const granted = inFile.flatMap(({ resource, action, rule }): readonly GrantedRule[] => {
    if (!readable.has(resource.type)) return [];
    const names = namesIn(resource, action, rule).filter((each) => {
      const field = resource.fields[each];
      return field?.kind !== 'relationship' || readable.has(field.to);
    });
    return [{ resource, action, rule, where: conditionOf(rule, resource), names }];
  });
  const reads = granted.filter(({ action }) => action === 'read');
  const permissions = permissionsOf(granted);
  const claims = claimsOf(granted);
  return {
    name,
    permissions,
    shared: claims.length === 0 ? permissionsOfActor(permissions, {}) : undefined,
    resources: roleResources(resources, accessOf(granted)),
    may: mayOf(granted),
    rules: granted,
    restricted: new Set(reads.flatMap(({ resource: { type }, where }) => (where === undefined ? [] : [type]))),
    readDigest: digestOfReads(reads),
    readClaims: claimsOf(reads),
    claims,
  };
}

function namesIn(resource: Resource, action: Action, { fields }: RuleInFile): readonly string[] {
  const all = Object.keys(fieldsOf(resource, action));
  return fields === undefined ? all : all.filter((name) => fields.includes(name));
}

function claimsOf(rules: readonly GrantedRule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ where }) => (where === undefined ? [] : claimsIn(where))))].toSorted();
}

/** The rule has been checked. */
function conditionOf({ where = [] }: RuleInFile, resource: Resource): RowCondition | undefined {
  return where.length === 0 ? undefined : parseCondition(where, resource, 'where', '').value;
}

function permissionsOf(granted: readonly GrantedRule[]): RolePermissions {
  return perType((type) => ({
    ...nothingAllowed[type],
    ...Object.fromEntries(ofType(granted, type).map((rule) => [rule.action, grantIn(rule)])),
  }));
}

function grantIn({ resource, names, where }: GrantedRule): Grant<ClaimReference> {
  const stored = names.flatMap((name) => resource.fields[name]?.stored ?? []);
  return { fields: new Set(stored), where };
}

function accessOf(granted: readonly GrantedRule[]): ReadonlyMap<ResourceType, TypeAccess> {
  const types = new Set(granted.map(({ resource }) => resource.type));
  return new Map(
    [...types].map((type) => {
      const namesOf = (use: 'shows' | 'sends'): ReadonlySet<string> =>
        new Set(ofType(granted, type).flatMap(({ action, names }) => (fieldUse[action] === use ? names : [])));
      return [type, { readable: namesOf('shows'), writable: namesOf('sends') }];
    }),
  );
}

function mayOf(granted: readonly GrantedRule[]): May {
  const types = [...new Set(granted.map(({ resource }) => resource.type))];
  return Object.fromEntries(
    types.map((type) => [
      type,
      Object.fromEntries(
        ofType(granted, type).map(({ action, rule: { fields } }) => [action, fields ? { fields } : {}]),
      ),
    ]),
  );
}

function digestOfReads(reads: readonly GrantedRule[]): string {
  const said = reads.map(({ resource: { type }, names, where }) => [
    type,
    names,
    ...(where === undefined ? [] : [where]),
  ]);
  return hash('sha256', JSON.stringify(said), 'base64url').slice(0, DIGEST_LENGTH);
}

const DIGEST_LENGTH = 22;

function ofType(granted: readonly GrantedRule[], type: ResourceType): readonly GrantedRule[] {
  return granted.filter(({ resource }) => resource.type === type);
}
