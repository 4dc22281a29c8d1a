import type { ResourceType } from '#domain/schema';
import type { Entity } from '#domain/entity';
import type { ErrorSource } from '../jsonapi/documents/errors.ts';
import type { Conditions } from './conditions.ts';
import { stateIn, stateOf } from './entity-tag.ts';
import { preconditionFailed, weakTagAdvice } from './precondition-failed.ts';
import type { EntityTag, TagList } from './tag-list.ts';

/** What the conditions of a write are compared with. */
export interface WriteTarget {
  /** The type of the resource that changes; undefined: a list, to which the write adds. */
  readonly type: ResourceType | undefined;
  /** Of the epoch. */
  readonly mark: string;
  /** Where the conditions stand, unless in headers. */
  readonly source?: ErrorSource;
}

/** The conditions of a write as a guard, which throws an ApiError (412) unless they hold. It is given no entity if the target is a list. */
export function precondition(conditions: Conditions, target: WriteTarget): (target: Entity | undefined) => void {
  const { type, mark, source } = target;
  if (type === undefined) return () => requireOfList(conditions, source);
  return (entity) => {
    if (entity === undefined) throw new Error(`a write has not said which ${type} it changes`);
    const { id, version } = entity;
    requireOfResource(conditions, stateOf({ type, id, version }, mark), source);
  };
}

function requireOfResource({ ifMatch, ifNoneMatch }: Conditions, state: string, source?: ErrorSource): void {
  const isOfState = ({ text }: EntityTag): boolean => stateIn(text) === state;
  if (ifMatch?.kind === 'tags' && !ifMatch.tags.some((tag) => !tag.isWeak && isOfState(tag))) {
    const detail = `The resource is not in the state that an entity tag in If-Match stands for: read it again${weakTagAdvice(ifMatch)}`;
    throw preconditionFailed('If-Match', detail, source);
  }
  if (isAny(ifNoneMatch)) throw preconditionFailed('If-None-Match', 'The resource exists, so * does not hold', source);
  if (ifNoneMatch?.tags.some(isOfState) === true) {
    const detail = 'The resource is in the state that an entity tag in If-None-Match stands for';
    throw preconditionFailed('If-None-Match', detail, source);
  }
}

/** A list exists, and has no entity tag. */
function requireOfList({ ifMatch, ifNoneMatch }: Conditions, source?: ErrorSource): void {
  if (ifMatch?.kind === 'tags')
    throw preconditionFailed('If-Match', 'A list has no entity tag, so only * holds', source);
  if (isAny(ifNoneMatch)) throw preconditionFailed('If-None-Match', 'The list exists, so * does not hold', source);
}

function isAny(tags: TagList | undefined): tags is { readonly kind: 'any' } {
  return tags?.kind === 'any';
}
