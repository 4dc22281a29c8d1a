// The error codes that an operation can return.
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorCode } from '../api/errors.ts';
import { needsIfMatch } from '../api/header-use.ts';
import type { HeaderRules } from '../api/limits.ts';
import type { BodyKind } from '../api/operation-traits.ts';
import { isRead, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import { relationshipsOf } from '../api/resource-description.ts';
import { hasPreconditions, keyErrorsOf, type KeyRules } from './headers.ts';
import { accessErrorsOf } from './security.ts';

/** The codes of every operation. */
const ALWAYS: readonly ErrorCode[] = [
  'malformed-request',
  'invalid-parameter',
  'invalid-header',
  'request-timeout',
  'uri-too-long',
  'unsupported-media-type',
  'headers-too-large',
  'internal-error',
  'service-unavailable',
];
const OF_BODIES: readonly ErrorCode[] = ['malformed-json', 'invalid-document', 'type-conflict', 'body-too-large'];

/** Of the configuration. */
export type ErrorRules = HeaderRules & KeyRules & Pick<ApiConfig, 'isPublic'>;

/** Every code that an operation can answer with. */
export function errorCodesOf(operation: Operation, rules: ErrorRules): readonly ErrorCode[] {
  const { action, body, offers, isTagged, errors = [] } = operationKindOf(operation);
  const isList = body === 'operations';
  return [
    ...ALWAYS,
    ...accessErrorsOf(operation, rules),
    ...codesIf(offers !== 'file', 'not-acceptable'),
    ...codesIf(body !== undefined, ...OF_BODIES),
    ...codesIf(operation.path.includes(':'), 'object-not-found'),
    ...codesIf(action !== undefined || isList, 'query-timeout'),
    ...codesIf(!isRead(operation), 'commit-outcome-unknown'),
    ...errors,
    ...(body === undefined ? [] : CODES_OF_BODY[body](operation)),
    // Resources included in a tagged answer are part of its tag, so they are not streamed.
    ...codesIf(isTagged && action !== undefined, 'too-many-included'),
    ...codesIf(hasPreconditions(operation), 'precondition-failed'),
    ...codesIf(needsIfMatch(operation, rules) || (isList && rules.requireIfMatch), 'precondition-required'),
    ...keyErrorsOf(operation, rules),
  ];
}

function codesIf(condition: boolean, ...codes: readonly ErrorCode[]): readonly ErrorCode[] {
  return condition ? codes : [];
}

const CODES_OF_BODY: Readonly<Record<BodyKind, (operation: Operation) => readonly ErrorCode[]>> = {
  'new resource': (operation) => {
    const resource = primaryOf(operation);
    const links = Object.keys(relationshipsOf(resource)).length > 0;
    const codes = ['client-id-forbidden', 'invalid-attribute'] as const;
    return [...codes, ...codesIf(links, 'object-not-found'), ...ruleCodesOf(resource.type)];
  },
  'changed resource': (operation) => ['id-conflict', 'invalid-attribute', ...ruleCodesOf(primaryOf(operation).type)],
  linkage: (operation) => {
    const { stored } = relationshipIn(operation).field;
    // Removing a link cannot exceed a limit.
    return codesIf(operation.method !== 'DELETE' && isLimited(primaryOf(operation).type, stored), 'too-many');
  },
  operations: () => resourceTypes.flatMap(ruleCodesOf),
};

/** The codes of the declared rules that a write of a resource can break. */
function ruleCodesOf(type: ResourceType): readonly ErrorCode[] {
  const { rules, relationships } = schema[type];
  return [
    ...codesIf(
      rules.some(({ kind }) => kind === 'unique'),
      'not-unique',
    ),
    ...codesIf(
      Object.keys(relationships).some((name) => isLimited(type, name)),
      'too-many',
    ),
  ];
}

/** True if a rule limits a relationship from either side. */
function isLimited(type: ResourceType, name: string): boolean {
  const { to, inverse } = relationshipOf(type, name);
  const limits = (of: ResourceType, relationship: string): boolean =>
    schema[of].rules.some((rule) => rule.kind === 'at most' && rule.relationship === relationship);
  return limits(type, name) || limits(to, inverse);
}
