// Conditional requests: which operations have entity tags and preconditions, their request headers, and the answer 304.
import type { HeadersObject, ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { overwrites } from '../header-use.ts';
import type { Action } from '../operations.ts';
import type { HeaderRules } from '../request-headers.ts';
import { headerRef, parameterRef } from './names.ts';

const TAG = '(W/)?"[!#-~]*"';
const TAGS = `^(\\*|${TAG}( *, *${TAG})*)$`;

/** The value of `If-Match` and `If-None-Match`. */
export const tagsSchema: SchemaObject = { type: 'string', pattern: TAGS };

const ifMatch: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'Tags of what the client has read; 412 if the resource (on GET: the answer) has changed since. `*`: any.',
  schema: tagsSchema,
};

/** The header parameters, by the name of their component. */
export const conditionParameters: Readonly<Record<string, ParameterObject>> = {
  IfMatch: ifMatch,
  RequiredIfMatch: { ...ifMatch, required: true },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags that the client has, or `*`: GET is answered with 304 then, a write with 412.',
    schema: tagsSchema,
  },
};

/** What the preconditions of an operation are about. */
type Conditional = 'representation' | 'state' | 'nothing';

/** Lists and files have no tags. */
function conditionalOn({ kind }: Action): Conditional {
  switch (kind) {
    case 'detail':
    case 'related':
    case 'linkage':
    case 'describe':
      return 'representation';
    case 'update':
    case 'delete':
    case 'update related':
    case 'delete related':
    case 'link':
    case 'replace':
    case 'unlink':
      return 'state';
    case 'root':
    case 'operate':
    case 'list':
    case 'export':
    case 'list related':
    case 'create':
    case 'create related':
      return 'nothing';
  }
}

/** In headers, or in each of several operations. */
export function hasPreconditions(action: Action): boolean {
  if (action.kind === 'operate') return true;
  const on = conditionalOn(action);
  return on === 'representation' || on === 'state';
}

/** Whether the operation is refused without If-Match. */
export function needsIfMatch(action: Action, { requireIfMatch }: HeaderRules): boolean {
  return requireIfMatch && (overwrites(action) || action.kind === 'operate');
}

export function conditionParametersOf(action: Action, rules: HeaderRules): readonly ReferenceObject[] {
  switch (conditionalOn(action)) {
    case 'representation':
    case 'state':
      return [needsIfMatch(action, rules) ? 'RequiredIfMatch' : 'IfMatch', 'IfNoneMatch'].map(parameterRef);
    case 'nothing':
      return [];
  }
}

/** Whether a success has an entity tag. */
export function isTagged(action: Action): boolean {
  const { kind } = action;
  const isDeletion = kind === 'delete' || kind === 'delete related';
  return conditionalOn(action) === 'nothing' ? kind === 'create' || kind === 'create related' : !isDeletion;
}

/** To GET and HEAD with a tag that is current. */
export function notModified(action: Action, common: HeadersObject): Readonly<Record<string, ResponseObject>> {
  const on = conditionalOn(action);
  if (on === 'state' || on === 'nothing') return {};
  const description = 'The client has it already: `If-None-Match` names its tag.';
  return { 304: { description, headers: { ...common, ETag: headerRef('ETag') } } };
}
