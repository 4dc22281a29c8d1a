import { feedRulesOf } from '#application/access/feed-rules';
import { isReference } from '#application/access/permissions-of-actor';
import { wireNameOf } from '#adapters/http/api/resource-description';
import { fieldsOf } from '#adapters/http/policy/fields-of-action';
import type { ReadPolicy } from '#adapters/http/policy/read-policy';
import type { GrantedRule, RoleRules } from '#adapters/http/policy/role-rules';
import { describeCondition } from './describe-condition.ts';
import { resourceTypes } from '#domain/schema';

/**
 * Describes in words what each role may do, one line per type.
 * @param only a role; undefined: every one
 */
export function describePolicy({ anonymous, roles }: ReadPolicy, only?: string): readonly string[] {
  return [...roles.values()]
    .filter(({ name }) => only === undefined || name === only)
    .flatMap((role) => [
      role.name === anonymous ? `${role.name}, also without credentials` : role.name,
      ...linesOf(role),
    ]);
}

function linesOf({ rules, permissions }: RoleRules): readonly string[] {
  const { alone } = feedRulesOf(permissions);
  const lines = resourceTypes.flatMap((type) => {
    const words = rules.filter(({ resource }) => resource.type === type).map(wordsOf);
    const changes = alone.has(type) ? 'exact' : 'refetch';
    return words.length === 0 ? [] : [`  ${type}: ${words.join('; ')}; changes: ${changes}`];
  });
  return lines.length === 0 ? ['  nothing'] : lines;
}

function wordsOf({ resource, action, fields, where, set }: GrantedRule): string {
  const hasFields = Object.keys(fieldsOf(resource, action)).length > 0;
  const what = fields === undefined ? ' every field' : ` ${fields.join(', ') || 'no field'}`;
  const rows = where.length === 0 ? '' : ` where ${describeCondition({ and: where })}`;
  const presets = Object.entries(set).map(([stored, value]) => {
    const given = isReference(value) ? `the claim ${value.claim}` : JSON.stringify(value);
    return `${wireNameOf(resource, stored) ?? stored} = ${given}`;
  });
  const fixed = presets.length === 0 ? '' : ` with ${presets.join(', ')}`;
  return `${action}${hasFields ? what : ''}${fixed}${rows}`;
}

/**
 * A line for each preset that a role may change after creation.
 * @param only a role; undefined: every one
 */
export function changeablePresets({ roles }: ReadPolicy, only?: string): readonly string[] {
  return [...roles.values()]
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(({ name, rules }) =>
      rules.flatMap(({ resource, set }) => {
        const update = rules.find((each) => each.resource === resource && each.action === 'update');
        return Object.keys(set)
          .map((stored) => wireNameOf(resource, stored) ?? stored)
          .filter((field) => update?.names.includes(field) === true)
          .map((field) => `${name} can change "${field}" of ${resource.type}, which is set only on creation`);
      }),
    );
}
