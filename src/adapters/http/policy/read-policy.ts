import { permissionsOfActor } from '#application/access/permissions-of-actor';
import { nothingAllowed } from '#application/model/permissions';
import type { Policy } from '#application/ports/policy';
import { pointerToken } from '../request/json.ts';
import { checkMeaning } from './check-meaning.ts';
import { checkStructure } from './check-structure.ts';
import type { PolicyFile, PolicyProblem } from './policy-file.ts';
import { roleRules, type RoleRules } from './role-rules.ts';

/** A policy, and what follows from it for each role. */
export interface ReadPolicy extends Policy {
  readonly roles: ReadonlyMap<string, RoleRules>;
}

type Path = readonly (string | number)[];

/** The value of a file and the paths of duplicate members, or the reason why there is no value. */
export type ParsedPolicyFile =
  | { readonly json: unknown; readonly duplicates: readonly Path[] }
  | { readonly fault: { readonly path: Path; readonly detail: string } };

/**
 * Reads a policy file.
 * @returns the policy, or all that is wrong with the file
 */
export function readPolicy(
  file: ParsedPolicyFile,
): { readonly policy: ReadPolicy } | { readonly problems: readonly PolicyProblem[] } {
  if ('fault' in file) return { problems: [{ pointer: pointerOf(file.fault.path), detail: file.fault.detail }] };
  const duplicates = file.duplicates.map((path) => ({ pointer: pointerOf(path), detail: 'is a duplicate member' }));
  const problems = [...duplicates, ...problemsIn(file.json)];
  // Just checked against the schema.
  return problems.length > 0 ? { problems } : { policy: policyOf(file.json as PolicyFile) };
}

function pointerOf(path: Path): string {
  return path.map((step) => `/${pointerToken(String(step))}`).join('');
}

function problemsIn(json: unknown): readonly PolicyProblem[] {
  const { structure, filters } = checkStructure(json);
  if (structure.length > 0) return structure;
  const meaning = checkMeaning(json as PolicyFile);
  return meaning.length > 0 ? meaning : filters;
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
