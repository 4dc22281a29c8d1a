import { permissionsOfActor } from '#application/access/permissions-of-actor';
import { nothingAllowed } from '#application/model/permissions';
import type { Policy } from '#application/ports/policy';
import { jsonFault } from '../request/json.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkStructure } from './check-structure.ts';
import type { PolicyFile, PolicyProblem } from './policy-file.ts';
import { roleRules, type RoleRules } from './role-rules.ts';

/** A policy, and what follows from it for each role. */
export interface ReadPolicy extends Policy {
  readonly roles: ReadonlyMap<string, RoleRules>;
}

/**
 * Reads the text of a policy file.
 * @returns the policy, or all that is wrong with the file
 */
export function readPolicy(
  text: string,
): { readonly policy: ReadPolicy } | { readonly problems: readonly PolicyProblem[] } {
  const file = parse(text);
  if ('problems' in file) return file;
  const { structure, filters } = checkStructure(file.json);
  if (structure.length > 0) return { problems: structure };
  // Just checked against the schema.
  const policy = file.json as PolicyFile;
  const meaning = checkMeaning(policy);
  const problems = meaning.length > 0 ? meaning : filters;
  return problems.length > 0 ? { problems } : { policy: policyOf(policy) };
}

function parse(text: string): { readonly json: unknown } | { readonly problems: readonly PolicyProblem[] } {
  try {
    return { json: JSON.parse(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { problems: [{ pointer: '', detail: `is not JSON: ${jsonFault(error)}` }] };
  }
}

function policyOf({ anonymous, roles: inFile }: PolicyFile): ReadPolicy {
  const roles = new Map(Object.entries(inFile).map(([name, role]) => [name, roleRules(name, role)]));
  return {
    anonymous,
    roles,
    permissionsOf: ({ role = '', claims }) => {
      const rules = roles.get(role);
      return rules === undefined ? nothingAllowed : (rules.shared ?? permissionsOfActor(rules.permissions, claims));
    },
  };
}
