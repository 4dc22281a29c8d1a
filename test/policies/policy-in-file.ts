import type { Action } from '#application/model/permissions';
import type { ResourceType } from '#domain/schema';

export interface PolicyInFile {
  readonly anonymous?: string;
  readonly roles: Readonly<Record<string, RoleInFile>>;
}

export type RoleInFile = Readonly<Partial<Record<ResourceType, Readonly<Partial<Record<Action, RuleInFile>>>>>>;

interface RuleInFile {
  readonly where?: readonly unknown[];
  readonly fields?: readonly string[];
}
