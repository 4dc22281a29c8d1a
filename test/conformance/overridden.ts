// The statements that the service's own specification overrides, by key.
import { type Check } from './check.ts';
import { includesPrimaryData } from './checks/compound-documents.ts';
import { hasBareMediaType, refusesAccept, refusesContentType } from './checks/content-negotiation.ts';
import { hasStringAsSelf, refusesUnknownProfiles } from './checks/extensions-and-profiles.ts';
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
    reason: 'as in JSON:API 1.1, the answer has ext or profile if the request named what the service knows',
    check: hasBareMediaType,
  },
  'response-unsupported-media-type#1': {
    reason: 'as in JSON:API 1.1, /operations takes its extension in Content-Type, and requires it',
    check: refusesContentType,
  },
  'response-not-acceptable#1': {
    reason: 'as in JSON:API 1.1, lists take their profile in Accept, and /operations its extension',
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
  'negotiation-profile-unknown': {
    reason: 'JSON:API 1.0 requires 406 or 415 for parameters; only /operations ignores other profiles',
    check: refusesUnknownProfiles,
  },
  'extended-self-link': {
    reason: 'the service specification requires a string as self, as in documents of JSON:API 1.0',
    check: hasStringAsSelf,
  },
};
