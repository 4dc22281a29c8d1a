// Derives the rules of a role from a policy, once, at the start.
import { claimsIn, isReference, permissionsOfActor } from '#application/access/permissions-of-actor';
import type { ClaimReference } from '#application/model/condition';
import {
  fieldUse,
  nothingAllowed,
  type Action,
  type Grant,
  type Permissions,
  type RolePermissions,
} from '#application/model/permissions';
import { perType, schema, type ResourceType } from '#domain/schema';
import { digest } from '../api/digest.ts';
import type { EveryResource, Resource, Resources } from '../api/resource-description.ts';
import type { ReadRules } from '../request/read-rules.ts';
import { fieldsOf } from './fields-of-action.ts';
import type { PolicyRule } from './policy-file.ts';
import { roleResources, type TypeAccess } from './role-resources.ts';

export interface RoleRules extends Required<ReadRules> {
  readonly name: string;
  /** The permissions by the domain's names; computed fields have none. */
  readonly permissions: RolePermissions;
  /** The permissions of every actor; undefined if they depend on claims. */
  readonly shared: Permissions | undefined;
  /** The descriptions of the fields that the role sees or may send. */
  readonly set: Resources;
  /** The granted rules in the form of the policy file, for clients. */
  readonly may: May;
  /** The rules of the file, for each type that it may read. */
  readonly rules: readonly GrantedRule[];
  /** The claims that its rules use. */
  readonly claims: readonly string[];
}

type May = Readonly<
  Partial<Record<ResourceType, Readonly<Partial<Record<Action, Partial<Pick<PolicyRule, 'fields'>>>>>>>
>;

export interface GrantedRule extends PolicyRule {
  /** The wire names of its fields, without relationships to types that the role may not read. */
  readonly names: readonly string[];
}

export function roleRules(name: string, inFile: readonly PolicyRule[], resources: EveryResource): RoleRules {
  const readable = new Set(inFile.flatMap(({ resource, action }) => (action === 'read' ? [resource.type] : [])));
  const granted = inFile.flatMap((rule): readonly GrantedRule[] => {
    const { resource } = rule;
    if (!readable.has(resource.type)) return [];
    const names = namesIn(rule).filter((each) => {
      const field = resource.fields[each];
      return field?.kind !== 'relationship' || readable.has(field.to);
    });
    return [{ ...rule, names }];
  });
  const reads = granted.filter(({ action }) => action === 'read');
  const permissions = permissionsOf(granted);
  const claims = claimsOf(granted);
  return {
    name,
    permissions,
    shared: claims.length === 0 ? permissionsOfActor(permissions, {}) : undefined,
    set: roleResources(resources, accessOf(granted)),
    may: mayOf(granted),
    rules: granted,
    restricted: new Set(reads.flatMap(({ resource: { type }, where }) => (where.length === 0 ? [] : [type]))),
    readDigest: digestOfReads(reads),
    readClaims: claimsOf(reads),
    claims,
  };
}

function namesIn({ resource, action, fields }: PolicyRule): readonly string[] {
  const all = Object.keys(fieldsOf(resource, action));
  return fields === undefined ? all : all.filter((name) => fields.includes(name));
}

function claimsOf(rules: readonly GrantedRule[]): readonly string[] {
  const presets = rules.flatMap(({ set }) =>
    Object.values(set).flatMap((value) => (isReference(value) ? value.claim : [])),
  );
  return [...new Set([...rules.flatMap(({ rows }) => claimsIn(rows)), ...presets])].toSorted();
}

function permissionsOf(granted: readonly GrantedRule[]): RolePermissions {
  return perType((type) => ({
    ...nothingAllowed[type],
    ...Object.fromEntries(ofType(granted, type).map((rule) => [rule.action, grantIn(rule)])),
  }));
}

function grantIn({ resource, action, names, rows, set }: GrantedRule): Grant<ClaimReference> {
  const stored = names.flatMap((name) => resource.fields[name]?.stored ?? []);
  const fields = new Set([...stored, ...(fieldUse[action] === 'shows' ? [] : unlistedRelationshipsOf(resource))]);
  return { fields, rows, ...(Object.keys(set).length > 0 && { set }) };
}

/** Relationships that clients do not see. They change only from the other side, for which the role needs its own grant. */
function unlistedRelationshipsOf({ type, fields }: Resource): readonly string[] {
  const listed = Object.values(fields).map(({ stored }) => stored);
  return Object.keys(schema[type].relationships).filter((name) => !listed.includes(name));
}

function accessOf(granted: readonly GrantedRule[]): ReadonlyMap<ResourceType, TypeAccess> {
  const types = new Set(granted.map(({ resource }) => resource.type));
  return new Map(
    [...types].map((type) => {
      const namesOf = (use: 'shows' | 'sends'): ReadonlySet<string> =>
        new Set(ofType(granted, type).flatMap(({ action, names }) => (fieldUse[action] === use ? names : [])));
      const preset = new Set(ofType(granted, type).flatMap(({ set }) => Object.keys(set)));
      return [type, { readable: namesOf('shows'), writable: namesOf('sends'), preset }];
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

/** The parts of a read rule that decide what its role sees. Every member of a rule is listed, as roles with equal digests share parsed reads. */
const digested: { readonly [Member in keyof GrantedRule]: (rule: GrantedRule) => readonly unknown[] } = {
  resource: ({ resource: { type } }) => [type],
  action: () => [],
  fields: () => [],
  names: ({ names }) => [names],
  where: () => [],
  rows: ({ where, rows }) => (where.length === 0 ? [] : [rows]),
  set: () => [],
};

function digestOfReads(reads: readonly GrantedRule[]): string {
  return digest(JSON.stringify(reads.map((rule) => Object.values(digested).flatMap((said) => said(rule)))));
}

function ofType(granted: readonly GrantedRule[], type: ResourceType): readonly GrantedRule[] {
  return granted.filter(({ resource }) => resource.type === type);
}
