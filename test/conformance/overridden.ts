// The statements that the service's own specification goes against, by key.
import { type Check } from './check.ts';
import { includesPrimaryData } from './checks/compound-documents.ts';
import { answersUpdatedOwner } from './checks/updating-relationships.ts';

export interface Override {
  /** What the specification says instead. */
  readonly reason: string;
  /** Checks that. */
  readonly check: Check;
}

export const overridden: Readonly<Record<string, Override>> = {
  'compound-documents-duplicates#1': {
    reason: 'the service specification lists a requested resource in included even if it is in data, too',
    check: includesPrimaryData,
  },
  'updating-relationship-204-status#1': {
    reason: 'the service specification wants 200 with the updated resource, also when the result is as it was sent',
    check: answersUpdatedOwner,
  },
};
