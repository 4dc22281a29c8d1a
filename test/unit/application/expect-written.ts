// Runs a write of holders and items, and compares what it stores and returns.
import { expect } from 'chai';
import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { View } from '#application/model/view';
import { FindResource, viewResource } from '#application/reading/find-resource';
import { unguarded } from '#application/writing/commands';
import type { Targets } from '#domain/entity';
import type { ResourceType } from '#domain/schema';
import { wholeView } from '../../contract/fixtures.ts';
import { exampleOf, type Link } from '../../contract/rows-of-types.ts';
import { writeOnce } from '../../support/write-once.ts';
import { freshAttributes, gone, idOn, requiredTargets, typeOf, worldOf } from './holders-and-items.ts';
import { stateOf, type State } from './stored-state.ts';
import type { Given, Sent, Way } from './ways-to-write.ts';

/** The resource that a write creates, changes or removes. */
export interface Written extends ResourceIdentifier {
  /** See `Sent`. */
  readonly targets: Targets;
}

/**
 * Expects that a write stores this state, and returns the stored resource. Addresses the first holder or item unless another is given.
 * @param afterwards undefined if the write is refused
 */
export async function expectWritten(
  link: Link,
  way: Way,
  given: Given,
  afterwards: (before: State, written: Written) => State | undefined,
): Promise<void> {
  for (const view of viewsOf(link, typeOf(link, way.makes ?? way.target ?? 'item'))) {
    const unitOfWork = await worldOf(link);
    const before = await stateOf(unitOfWork);
    const { type, id } = writtenBy(link, way, given, before.entities);
    const targets = requiredTargets(before.entities, link, way.makes);
    const expected = afterwards(before, { type, id, targets });
    const writing = writeOnce(unitOfWork)(async (transaction) => {
      const written = await way.run(transaction, sentTo(link, way, given, targets), unguarded);
      if (way.removes) return undefined;
      expect(written).to.deep.include({ type, id });
      const viewed = await viewResource(transaction.reader, type, id, view, { most: Infinity, wholeLinkage: true });
      return { viewed, linkage: isRecord(written) ? written.linkage : {} };
    });
    if (expected === undefined) {
      await expectRefusal(way, writing);
      expect(await stateOf(unitOfWork)).to.deep.equal(before);
      continue;
    }
    const returned = await writing;
    const state = await stateOf(unitOfWork);
    expect(state.entities).to.have.deep.members(expected.entities);
    expect(state.links).to.have.deep.members(expected.links);
    if (returned === undefined) continue;
    const stored = await new FindResource(unitOfWork).execute(type, id, view, Infinity);
    expect(stored).to.deep.equal({ kind: 'whole', whole: returned.viewed });
    expect(returned.viewed.record.linkage).to.deep.include(returned.linkage);
  }
}

/** @param write one that would leave a required relationship empty or delete a resource that others require */
export async function expectRefusal(
  { makes, removes }: Pick<Way, 'makes' | 'removes'>,
  write: Promise<unknown>,
): Promise<void> {
  const error: unknown = await write.catch((reason: unknown) => reason);
  // The parser of documents refuses to create a resource without a required target.
  const name = makes ? 'Error' : removes ? 'StillReferencedError' : 'RelationshipRequiredError';
  expect(error).to.have.property('name', name);
}

function isRecord(written: unknown): written is ResourceRecord {
  return typeof written === 'object' && written !== null && 'linkage' in written;
}

/** The resource that a write creates, changes or removes. */
function writtenBy(
  link: Link,
  { makes, addresses, target }: Way,
  { id = '1' }: Given,
  entities: readonly ResourceIdentifier[],
): ResourceIdentifier {
  const { type, to } = link;
  const next = idOn('item', link, String(Number(gone.item) + 1));
  const latest = entities.findLast((each) => each.type === to)?.id;
  if (makes === 'item' || (makes === 'holder' && type === to)) return { type, id: next };
  if (makes === 'holder') return { type: to, id: String(Math.max(Number(latest), Number(gone.holder)) + 1) };
  return target === 'holder' ? { type: to, id: addresses === 'item' ? '1' : id } : { type, id: idOn('item', link, id) };
}

function sentTo(
  link: Link,
  { makes, target = 'item' }: Way,
  { id = '1', attributes, linked }: Given,
  targets: Targets,
): Sent {
  const type = typeOf(link, makes ?? target);
  if (attributes === 'new' || makes !== undefined) return { id, attributes: freshAttributes(type), linked, targets };
  const same = exampleOf(type, Number(idOn(target, link, '1')));
  return { id, attributes: attributes === 'same' ? same.attributes : {}, linked };
}

/** Views of the resource alone, and of the resource with the relationship and its inverse included. */
function viewsOf({ type, relationship, inverse }: Link, of: ResourceType): readonly View[] {
  const path = of === type ? [relationship, inverse] : [inverse, relationship];
  return [wholeView, { ...wholeView, include: [path.slice(0, 1), path] }];
}
