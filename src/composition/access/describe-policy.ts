import type { ReadPolicy } from '#adapters/http/policy/read-policy';
import type { RoleRules } from '#adapters/http/policy/role-rules';

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
  const granted = Object.entries(may).map(([type, actions]) => {
    const words = Object.entries(actions).map(([action, { fields }]) => {
      if (action === 'delete') return action;
      return `${action} ${fields === undefined ? 'every field' : fields.join(', ') || 'no field'}`;
    });
    return `  ${type}: ${words.join('; ')}`;
  });
  const refused = withheld.map(
    ({ type, action }) => `  ${type}: ${action} is not granted, as rules with a "where" are not carried out yet`,
  );
  return granted.length + refused.length === 0 ? ['  nothing'] : [...granted, ...refused];
}
