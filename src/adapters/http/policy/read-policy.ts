import { permissionsOfActor } from '#application/access/permissions-of-actor';
import { nothingAllowed } from '#application/model/permissions';
import type { Policy } from '#application/ports/policy';
import type { EveryResource } from '../api/resource-description.ts';
import { pointerToken } from '../request/syntax/json.ts';
import { parsePolicyFile, type PolicyFile, type PolicyProblem } from './policy-file.ts';
import { roleRules, type RoleRules } from './role-rules.ts';

/** A policy, with the rules derived for each role. */
export interface ReadPolicy extends Policy {
  readonly roles: ReadonlyMap<string, RoleRules>;
}

type Path = readonly (string | number)[];

/** The value of a file and the paths of duplicate members, or the fault that makes it unusable. */
export type ParsedPolicyFile =
  | { readonly json: unknown; readonly duplicates: readonly Path[] }
  | { readonly fault: { readonly path: Path; readonly detail: string } };

/**
 * Reads a policy file.
 * @returns the policy, or all problems of the file
 */
export function readPolicy(
  file: ParsedPolicyFile,
  resources: EveryResource,
): { readonly policy: ReadPolicy } | { readonly problems: readonly PolicyProblem[] } {
  if ('fault' in file) return { problems: [{ pointer: pointerOf(file.fault.path), detail: file.fault.detail }] };
  const duplicates = file.duplicates.map((path) => ({ pointer: pointerOf(path), detail: 'is a duplicate member' }));
  const parsed = parsePolicyFile(file.json, resources);
  if ('problems' in parsed) return { problems: [...duplicates, ...parsed.problems] };
  return duplicates.length > 0 ? { problems: duplicates } : { policy: policyOf(parsed.value, resources) };
}

function pointerOf(path: Path): string {
  return path.map((step) => `/${pointerToken(String(step))}`).join('');
}

function policyOf({ anonymous, roles: inFile }: PolicyFile, resources: EveryResource): ReadPolicy {
  const roles = new Map([...inFile].map(([name, rules]) => [name, roleRules(name, rules, resources)]));
  return {
    anonymous,
    roles,
    permissionsOf: ({ role = '', claims }) => {
      const rules = roles.get(role);
      return rules === undefined ? nothingAllowed : (rules.shared ?? permissionsOfActor(rules.permissions, claims));
    },
    permissionsOfRole: (role = '') => roles.get(role)?.permissions ?? nothingAllowed,
  };
}
