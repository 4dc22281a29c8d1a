import { resources } from '#adapters/http/api/resources';
import { fieldsOf } from '#adapters/http/policy/fields-of-action';
import type { ReadPolicy } from '#adapters/http/policy/read-policy';
import type { RoleRules } from '#adapters/http/policy/role-rules';
import { actions } from '#application/model/permissions';
import { resourceTypes } from '#domain/schema';

/**
 * Says in words what each role may do, a line for each type.
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

function linesOf({ may, withheld }: RoleRules): readonly string[] {
  const granted = resourceTypes.flatMap((type) => {
    const words = actions.flatMap((action) => {
      const grant = may[type]?.[action];
      if (grant === undefined) return [];
      if (Object.keys(fieldsOf(resources[type], action)).length === 0) return [action];
      return [`${action} ${grant.fields === undefined ? 'every field' : grant.fields.join(', ') || 'no field'}`];
    });
    return words.length === 0 ? [] : [`  ${type}: ${words.join('; ')}`];
  });
  const refused = withheld.map(
    ({ type, action }) => `  ${type}: ${action} is not granted, as rules with a "where" are not carried out yet`,
  );
  return granted.length + refused.length === 0 ? ['  nothing'] : [...granted, ...refused];
}
