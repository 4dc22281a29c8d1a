// Follows the feed of changes from one state of a storage to another.
import { expect } from 'chai';
import type { FeedPlace } from '#application/model/feed-place';
import type { ResourceRecord } from '#application/model/query';
import type { KeptChange } from '#application/ports/change-feed';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { isManyToMany, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';

/** Reads the changes after a place, a few at a time. */
export async function changesSince(
  { changes }: Pick<UnitOfWork, 'changes'>,
  since: FeedPlace | undefined,
  most = 7,
): Promise<readonly KeptChange[]> {
  const found: KeptChange[] = [];
  for (let after = since; ;) {
    const looked = await changes.look({ after, most });
    found.push(...looked.changes);
    if (looked.isEnd) return found;
    after = looked.place;
  }
}

/** A reader that reads changes while they are made. */
export interface Follower {
  /** Reads up to the end, and resolves to all changes received, in order. */
  finish(): Promise<readonly KeptChange[]>;
}

/** @param most the number of changes to examine each time */
export function follow({ changes }: Pick<UnitOfWork, 'changes'>, since: FeedPlace, most: () => number): Follower {
  const told: KeptChange[] = [];
  const writing = { isOver: false };
  const reading = (async () => {
    for (let after = since; ;) {
      const { isOver } = writing;
      const looked = await changes.look({ after, most: most() });
      told.push(...looked.changes);
      after = looked.place;
      if (looked.isEnd && isOver) return told;
    }
  })();
  return {
    finish: () => {
      writing.isOver = true;
      return reading;
    },
  };
}

/**
 * Fails unless the changes since a place lead from one state to another, each from the state that the one before it left.
 * @returns the changes
 */
export async function expectTold(
  unitOfWork: Pick<UnitOfWork, 'changes'>,
  since: FeedPlace,
  before: readonly ResourceRecord[],
  after: readonly ResourceRecord[],
): Promise<readonly KeptChange[]> {
  const told = await changesSince(unitOfWork, since);
  const state = new Map(before.map((record) => [nameOf(record), contentOf(record)]));
  const versions = new Map(before.map((record) => [nameOf(record), record.version ?? 0]));
  for (const change of told) {
    const name = nameOf(change);
    const found = state.get(name);
    expect(found === undefined, `${name} is ${change.action}`).to.equal(change.action === 'created');
    if (found !== undefined) expect(change.before && membersOf(change.before), name).to.deep.equal(membersOf(found));
    if (change.action !== 'deleted') expect(change.version, name).to.be.above(versions.get(name) ?? 0);
    versions.set(name, change.version);
    if (change.after === undefined) state.delete(name);
    else state.set(name, { ...membersOf(change.after), links: linksAfter(found, change) });
  }
  expect(Object.fromEntries(state)).to.deep.equal(
    Object.fromEntries(after.map((record) => [nameOf(record), contentOf(record)])),
  );
  return told;
}

/** The state of a resource as changes show it. */
interface Content {
  readonly attributes: ResourceRecord['attributes'];
  readonly targets: Readonly<Record<string, string | null>>;
  /** By many-to-many relationship that the type declares. */
  readonly links: Readonly<Record<string, readonly string[]>>;
}

function contentOf({ type, attributes, linkage }: ResourceRecord): Content {
  const targets = relationshipNames(type, 'one').map((name) => [name, linkage[name]?.[0] ?? null] as const);
  const links = declaredLinks(type).map((name) => [name, linkage[name] ?? []] as const);
  return { attributes, targets: Object.fromEntries(targets), links: Object.fromEntries(links) };
}

function membersOf({ attributes, targets }: Omit<Content, 'links'>): Omit<Content, 'links'> {
  return { attributes, targets };
}

function linksAfter(found: Content | undefined, { type, links }: KeptChange): Content['links'] {
  const names = declaredLinks(type).map((name) => {
    const { added, removed } = links[name] ?? { added: [], removed: [] };
    const present = found?.links[name] ?? [];
    for (const id of removed) expect(present, `${type} ${name}`).to.include(id);
    for (const id of added) expect(present, `${type} ${name}`).not.to.include(id);
    const ids = [...present.filter((id) => !removed.includes(id)), ...added];
    return [name, ids.toSorted((one, other) => Number(one) - Number(other))] as const;
  });
  return Object.fromEntries(names);
}

function declaredLinks(type: ResourceType): readonly string[] {
  return relationshipNames(type, 'many').filter((name) => {
    const declared = relationshipOf(type, name);
    return isManyToMany(declared) && declared.end === 'from';
  });
}

function nameOf({ type, id }: Pick<ResourceRecord, 'type' | 'id'>): string {
  return `${type} ${id}`;
}
