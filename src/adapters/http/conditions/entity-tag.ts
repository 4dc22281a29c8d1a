// Entity tags (RFC 9110, 8.8.3). A tag is a state and a view, with a dot between them. The state is one resource at one version. The view is all
// else that the text depends on, so that equal tags of one URL mean equal bytes. A write compares the states only: a tag is good for it from
// whatever view.
import { createHash, hash } from 'node:crypto';
import type { Positions } from '#application/ports/positions';
import type { ResourceRecord } from '#application/model/query';

/** What the entity tag of an answer is made of, besides the epoch. */
export interface Represented {
  readonly resource: Pick<ResourceRecord, 'type' | 'id' | 'version'>;
  readonly view: string;
  /** Whether the text shows more than this resource. The state does not tell when that changes, so the tag holds a digest of the text. */
  readonly showsOthers: boolean;
}

/**
 * @param mark of the epoch
 * @param digestText makes a digest of the text
 * @returns the tag with its quotes
 */
export function entityTag(
  { resource, view, showsOthers }: Represented,
  mark: string,
  digestText: () => string,
): string {
  return `"${stateOf(resource, mark)}.${view}${showsOthers ? `-${digestText()}` : ''}"`;
}

/** @throws Error if the version was not read */
export function stateOf({ type, id, version }: Represented['resource'], mark: string): string {
  if (version === undefined) throw new Error(`the version of ${type} ${id} was not read`);
  return `${mark}.${type}.${id}.${version}`;
}

/** The state of which a tag, without its quotes, is a view. No view has a dot. */
export function stateIn(tag: string): string {
  return tag.slice(0, Math.max(0, tag.lastIndexOf('.')));
}

/** A short digest of `[A-Za-z0-9_-]`. */
export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

/** `digest` of a text in pieces. */
export function digestOf(pieces: readonly Buffer[]): string {
  const sha256 = createHash('sha256');
  for (const piece of pieces) sha256.update(piece);
  return sha256.digest('base64url').slice(0, DIGEST_LENGTH);
}

/** 132 bits. */
const DIGEST_LENGTH = 22;

interface EpochSource {
  readonly epoch: () => Promise<string>;
  readonly positions: Pick<Positions, 'timeline'> | undefined;
}

/** What tags show of the epoch and the timeline: a digest, as the epoch is not for clients. */
export function epochMarks({ epoch: readEpoch, positions }: EpochSource): () => Promise<string> {
  let known = { history: '', mark: '' };
  return async () => {
    const epoch = await readEpoch();
    const timeline = positions?.timeline();
    const history = timeline === undefined ? epoch : `${epoch} ${timeline}`;
    if (history !== known.history) known = { history, mark: digest(`entity tags of ${history}`) };
    return known.mark;
  };
}
