// A policy as its file has it, once its structure is right.
import { actions, type Action } from '#application/model/permissions';
import type { ResourceType } from '#domain/schema';
import type { Resource } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';

/** Something wrong with a policy file. */
export interface PolicyProblem {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly detail: string;
}

export interface PolicyFile {
  readonly anonymous?: string;
  readonly roles: Readonly<Record<string, RoleInFile>>;
}

export type RoleInFile = Readonly<Partial<Record<ResourceType, Readonly<Partial<Record<Action, RuleInFile>>>>>>;

export interface RuleInFile {
  readonly where?: readonly unknown[];
  /** By wire name; without it all. */
  readonly fields?: readonly string[];
}

/** The rules of a role, one for each type and action that it has. */
export function rulesOf(
  role: RoleInFile,
): readonly { readonly resource: Resource; readonly action: Action; readonly rule: RuleInFile }[] {
  return Object.values<Resource>(resources).flatMap((resource) =>
    actions.flatMap((action) => {
      const rule = role[resource.type]?.[action];
      return rule === undefined ? [] : [{ resource, action, rule }];
    }),
  );
}
