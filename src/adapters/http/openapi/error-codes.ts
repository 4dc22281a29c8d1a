// The error codes that an operation can return.
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { removalReach } from '#domain/removal';
import type { Rule, RuleKind, RuleOf } from '#domain/rules';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorCode } from '../api/errors.ts';
import { needsIfMatch } from '../api/header-use.ts';
import type { HeaderRules } from '../api/limits.ts';
import type { BodyKind } from '../api/operation-traits.ts';
import { impliedBy, isRead, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
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

/** The configuration that decides which codes can occur. */
export type ErrorRules = HeaderRules & KeyRules & Pick<ApiConfig, 'isPublic'>;

/** Every code that an operation can return. */
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
    ...errors.filter((code) => code !== 'owner-conflict' || hasOneOwner(operation)),
    ...(action === 'delete' ? removalCodesOf(primaryOf(operation).type) : []),
    ...(body === undefined ? [] : CODES_OF_BODY[body](operation)),
    // Resources included in a tagged response are part of its tag, so they are not streamed.
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
    return [
      ...codes,
      ...codesIf(needsLink(resource.type), 'invalid-relationship'),
      ...codesIf(links, 'object-not-found'),
      ...ruleCodesOf(resource.type),
    ];
  },
  'changed resource': (operation) => {
    const { type } = primaryOf(operation);
    const empties = linksOf(type).some((name) => isRequired(type, name));
    return [
      'id-conflict',
      'invalid-attribute',
      ...codesIf(refersToItself(type), 'invalid-relationship'),
      ...ruleCodesOf(type),
      ...codesIf(empties, 'relationship-required'),
    ];
  },
  linkage: (operation) => {
    const { stored, cardinality } = relationshipIn(operation).field;
    const { type } = primaryOf(operation);
    const isAddition = operation.method === 'POST' && cardinality === 'many';
    const broken = rulesOfLinks(type, [stored]).filter(
      (rule) => operation.method !== 'DELETE' || ruleErrors[rule.kind].isBrokenByFewer,
    );
    return [...codesOf(broken), ...codesIf(!isAddition && isRequired(type, stored), 'relationship-required')];
  },
  operations: () => [
    ...resourceTypes.flatMap((type) => [...ruleCodesOf(type), ...removalCodesOf(type)]),
    ...codesIf(resourceTypes.some(needsLink), 'invalid-relationship', 'relationship-required'),
    ...codesIf(resourceTypes.some(refersToItself), 'invalid-relationship'),
  ],
};

/** The codes that links to a deleted resource, and to the resources deleted with it, can cause. */
function removalCodesOf(type: ResourceType): readonly ErrorCode[] {
  const { removed, effects } = removalReach(type);
  const linked = [...removed].flatMap((each) => rulesOfLinks(each, linksOf(each)));
  const broken = linked.filter((rule) => ruleErrors[rule.kind].isBrokenByFewer);
  return [
    ...codesIf(effects.has('cascade'), 'too-many'),
    ...codesIf(effects.has('refuse'), 'still-referenced'),
    ...codesOf(broken),
  ];
}

function linksOf(type: ResourceType): readonly string[] {
  return Object.keys(schema[type].relationships);
}

/** True if the path of a new resource can set a to-one relationship. */
function hasOneOwner(operation: Operation): boolean {
  const implied = impliedBy(operation);
  return implied === undefined
    ? resourceTypes.some((type) => relationshipNames(type, 'one').length > 0)
    : relationshipNames(primaryOf(operation).type, 'one').includes(implied);
}

/** True if a change can send both sides of a relationship, which may contradict each other. */
function refersToItself(type: ResourceType): boolean {
  return Object.values(schema[type].relationships).some(({ to }) => to === type);
}

/** True if the type has a required relationship. */
function needsLink(type: ResourceType): boolean {
  return Object.values(schema[type].relationships).some((relationship) => relationship.isRequired);
}

/** True if the relationship or its inverse is required. */
function isRequired(type: ResourceType, name: string): boolean {
  const { to, inverse } = relationshipOf(type, name);
  return relationshipOf(type, name).isRequired || relationshipOf(to, inverse).isRequired;
}

/** The codes of the declared rules that a write of a resource can break. */
function ruleCodesOf(type: ResourceType): readonly ErrorCode[] {
  return codesOf([...schema[type].rules, ...rulesOfLinks(type, linksOf(type))]);
}

function codesOf(rules: readonly Rule[]): readonly ErrorCode[] {
  return rules.map((rule) => ruleErrors[rule.kind].code);
}

/** The rules that name one of these relationships, from either side. */
function rulesOfLinks(type: ResourceType, names: readonly string[]): readonly Rule[] {
  return names.flatMap((name) => {
    const { to, inverse } = relationshipOf(type, name);
    return [...rulesNaming(type, name), ...rulesNaming(to, inverse)];
  });
}

function rulesNaming(type: ResourceType, relationship: string): readonly Rule[] {
  return schema[type].rules.filter((rule) => membersOf(rule).includes(relationship));
}

interface RuleError<Declared extends Rule> {
  readonly code: ErrorCode;
  /** The attributes and relationships that the rule concerns. */
  readonly members: (rule: Declared) => readonly string[];
  /** True if removing a link can break the rule. */
  readonly isBrokenByFewer: boolean;
}

const ruleErrors: { readonly [Kind in RuleKind]: RuleError<RuleOf<Kind>> } = {
  unique: { code: 'not-unique', members: ({ members }) => members, isBrokenByFewer: false },
  'at most': { code: 'too-many', members: ({ relationship }) => [relationship], isBrokenByFewer: false },
  check: { code: 'invalid-attribute', members: ({ attribute }) => [attribute], isBrokenByFewer: false },
};

function membersOf(rule: Rule): readonly string[] {
  return (ruleErrors[rule.kind] as RuleError<Rule>).members(rule);
}
