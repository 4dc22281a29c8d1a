// The statements that the service's own specification overrides, by key.
import { type Check } from './check.ts';
import { includesPrimaryData } from './checks/compound-documents.ts';
import { answersUpdatedOwner } from './checks/updating-relationships.ts';

export interface Override {
  /** What the specification requires instead. */
  readonly reason: string;
  /** Checks what the specification requires. */
  readonly check: Check;
}

export const overridden: Readonly<Record<string, Override>> = {
  'compound-documents-duplicates#1': {
    reason: 'the service specification requires a requested resource in included even if it is also in data',
    check: includesPrimaryData,
  },
  'updating-relationship-204-status#1': {
    reason: 'the service specification requires 200 with the updated resource, even if the result is what was sent',
    check: answersUpdatedOwner,
  },
};
