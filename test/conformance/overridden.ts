// The statements of JSON:API 1.0 that the service's own specification overrides, by key.
import { type Check } from './check.ts';
import { includesPrimaryData } from './checks/compound-documents.ts';
import { hasBareMediaType, refusesAccept, refusesContentType } from './checks/content-negotiation.ts';
import { hasDefinedMembers } from './checks/top-level.ts';
import { answersUpdatedOwner } from './checks/updating-relationships.ts';

export interface Override {
  /** The requirement of the specification that applies instead. */
  readonly reason: string;
  /** Checks what the specification requires. */
  readonly check: Check;
}

export const overridden: Readonly<Record<string, Override>> = {
  'response-content-type#1': {
    reason: 'as in JSON:API 1.1, the response has ext or profile if the request asked for one and it was applied',
    check: hasBareMediaType,
  },
  'response-unsupported-media-type#1': {
    reason: 'as in JSON:API 1.1, Content-Type may name profiles, and at /operations it must name the extension',
    check: refusesContentType,
  },
  'response-not-acceptable#1': {
    reason: 'as in JSON:API 1.1, Accept may name profiles and, at /operations, the extension',
    check: refusesAccept,
  },
  'additional-members#1': {
    reason: 'the Cursor Pagination profile requires the link type of JSON:API 1.1 in two errors',
    check: hasDefinedMembers,
  },
  'compound-documents-duplicates#1': {
    reason: 'the service specification requires a requested resource in included even if it is also in data',
    check: includesPrimaryData,
  },
  'updating-relationship-204-status#1': {
    reason: 'the service specification requires 200 with the updated resource, even if the result is what was sent',
    check: answersUpdatedOwner,
  },
};
