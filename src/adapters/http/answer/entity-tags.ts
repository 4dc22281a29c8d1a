// Entity tags (RFC 9110, 8.8.3). A tag is a state and a variant, joined by a dot. The state is one resource at one
// version; the variant covers everything else that the text depends on, so equal tags of one URL mean equal bytes.
// Writes compare states only, so they accept a tag of any variant, with one exception: the tag of a part does not allow replacing a set.
import { createHash, createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { ResourceRecord } from '#application/model/query';
import type { Positions } from '#application/ports/positions';
import type { Entity } from '#domain/entity';
import type { ResourceType } from '#domain/schema';
import { digest, DIGEST_LENGTH } from '../api/digest.ts';
import { ApiError, errorObject, type ErrorSource } from '../api/errors.ts';
import type { Conditions, EntityTag, TagList } from '../request/conditions.ts';

/** The parts of an entity tag besides the epoch. */
export interface Represented {
  readonly resource: Pick<ResourceRecord, 'type' | 'id' | 'version'>;
  readonly variant: string;
  /** True if the text shows more than the state and the variant cover, such as other resources. The tag then includes a digest of the text. */
  readonly needsDigest: boolean;
  /** True if relationships have bounds, so that the text may show only part of a set. The tag then ends with a mark. */
  readonly isPart: boolean;
}

/** The mark at the end of the tag of a part. Other tags end with a variant or a digest, which have no dots. */
const PART = '-.';

/**
 * Names the states of an epoch: with a visible mark of the epoch, or as digests that reveal neither identifier nor
 * version.
 */
export type EpochMark = { readonly shown: string } | { readonly secret: KeyObject };

/**
 * @param digestText digests the text
 * @returns the tag with its quotes
 */
export function entityTag(
  { resource, variant, needsDigest, isPart }: Represented,
  mark: EpochMark,
  digestText: () => string,
): string {
  return `"${stateOf(resource, mark)}.${variant}${needsDigest ? `-${digestText()}` : ''}${isPart ? PART : ''}"`;
}

/** @throws Error if the version was not read */
export function stateOf({ type, id, version }: Represented['resource'], mark: EpochMark): string {
  if (version === undefined) throw new Error(`the version of ${type} ${id} was not read`);
  if ('shown' in mark) return `${mark.shown}.${type}.${id}.${version}`;
  return createHmac('sha256', mark.secret)
    .update(`${type} ${id} ${version}`)
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}

/** The state in a tag without its quotes. Variants have no dots. */
export function stateIn(tag: string): string {
  const end = tag.endsWith(PART) ? -PART.length : undefined;
  const joined = tag.slice(0, end);
  return joined.slice(0, Math.max(0, joined.lastIndexOf('.')));
}

/** `digest` of a text in pieces. */
export function digestOf(pieces: readonly Buffer[]): string {
  const sha256 = createHash('sha256');
  for (const piece of pieces) sha256.update(piece);
  return sha256.digest('base64url').slice(0, DIGEST_LENGTH);
}

interface EpochSource {
  readonly epoch: () => Promise<string>;
  readonly positions: Pick<Positions, 'timeline'> | undefined;
}

/**
 * The mark of the epoch and the timeline. It is a digest, because clients must not see the epoch.
 * @param isSecret true if tags hide the identifiers and versions of their resources
 */
export function epochMarks({ epoch: readEpoch, positions }: EpochSource, isSecret: boolean): () => Promise<EpochMark> {
  let known: { readonly history: string; readonly mark: EpochMark } = { history: '', mark: { shown: '' } };
  return async () => {
    const epoch = await readEpoch();
    const timeline = positions?.timeline();
    const history = timeline === undefined ? epoch : `${epoch} ${timeline}`;
    if (history !== known.history) known = { history, mark: markOf(history, isSecret) };
    return known.mark;
  };
}

function markOf(history: string, isSecret: boolean): EpochMark {
  return isSecret
    ? { secret: createSecretKey(hash('sha256', `secret of the entity tags of ${history}`, 'buffer')) }
    : { shown: digest(`entity tags of ${history}`) };
}

/** The target that the conditions of a write are evaluated against. */
export interface WriteTarget {
  /** The type of the resource that changes; undefined if the write adds to a list. */
  readonly type: ResourceType | undefined;
  /** True if it replaces the set of a to-many relationship. */
  readonly replacesSet: boolean;
  readonly mark: EpochMark;
  /** The place of the conditions, unless they are in headers. */
  readonly source?: ErrorSource;
}

/** Turns the conditions of a write into a guard, which throws an ApiError (412) unless they hold. It gets no entity if the target is a list. */
export function precondition(conditions: Conditions, target: WriteTarget): (target: Entity | undefined) => void {
  const { type, mark, source, replacesSet } = target;
  if (type === undefined) return () => requireOfList(conditions, source);
  return (entity) => {
    if (entity === undefined) throw new Error(`a write did not pass the ${type} that it changes`);
    const { id, version } = entity;
    requireOfResource(conditions, stateOf({ type, id, version }, mark), replacesSet, source);
  };
}

function requireOfResource(
  { ifMatch, ifNoneMatch }: Conditions,
  state: string,
  replacesSet: boolean,
  source?: ErrorSource,
): void {
  const isOfState = ({ text }: EntityTag): boolean => stateIn(text) === state;
  const matching = ifMatch?.kind === 'tags' ? ifMatch.tags.filter((tag) => !tag.isWeak && isOfState(tag)) : [];
  if (replacesSet && matching.length > 0 && matching.every(({ text }) => text.endsWith(PART))) {
    const detail =
      'The entity tag in If-Match is from a response that may show only part of a set, but this write replaces the whole set: read the set again without page, filter and sort parameters';
    throw preconditionFailed('If-Match', detail, source);
  }
  if (ifMatch?.kind === 'tags' && matching.length === 0) {
    const detail = `No entity tag in If-Match matches the current state of the resource: read it again${weakTagAdvice(ifMatch)}`;
    throw preconditionFailed('If-Match', detail, source);
  }
  if (isAny(ifNoneMatch))
    throw preconditionFailed('If-None-Match', 'The resource exists, so If-None-Match: * is false', source);
  if (ifNoneMatch?.tags.some(isOfState) === true) {
    const detail = 'An entity tag in If-None-Match matches the current state of the resource';
    throw preconditionFailed('If-None-Match', detail, source);
  }
}

/** A list exists, and has no entity tag. */
function requireOfList({ ifMatch, ifNoneMatch }: Conditions, source?: ErrorSource): void {
  if (ifMatch?.kind === 'tags')
    throw preconditionFailed('If-Match', 'A list has no entity tag, so only * can match', source);
  if (isAny(ifNoneMatch))
    throw preconditionFailed('If-None-Match', 'The list exists, so If-None-Match: * is false', source);
}

function isAny(tags: TagList | undefined): tags is { readonly kind: 'any' } {
  return tags?.kind === 'any';
}

/**
 * Evaluates the conditions of a GET or HEAD that would get 200. Koa's `fresh` would send the whole response to a client that adds
 * `Cache-Control: no-cache`, as `fetch` does with If-None-Match.
 * @param tag the tag of the response, with its quotes; empty if it has none
 * @returns true if the client already has this response: 304
 * @throws ApiError 412
 */
export function isCurrent({ ifMatch, ifNoneMatch }: Conditions, tag: string): boolean {
  if (ifMatch?.kind === 'tags' && !ifMatch.tags.some(({ text, isWeak }) => !isWeak && `"${text}"` === tag)) {
    const detail = `No entity tag in If-Match matches the response${weakTagAdvice(ifMatch)}`;
    throw preconditionFailed('If-Match', detail);
  }
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.kind === 'any' || ifNoneMatch.tags.some(({ text }) => `"${text}"` === tag);
}

/** The error for a false condition. */
function preconditionFailed(header: 'If-Match' | 'If-None-Match', detail: string, source?: ErrorSource): ApiError {
  return new ApiError([errorObject('precondition-failed', detail, source, { header })]);
}

/** A hint for a common mistake: proxies that compress responses make their tags weak. */
function weakTagAdvice({ tags }: { readonly tags: readonly { readonly isWeak: boolean }[] }): string {
  return tags.some(({ isWeak }) => isWeak) ? '; a weak tag (W/"…") never matches in If-Match' : '';
}
