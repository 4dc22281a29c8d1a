// The frames of a stream, with a clock that the tests set.
import { expect } from 'chai';
import { FeedFrames } from '#adapters/http/answer/feed-frames';
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { LivePart } from '#application/reading/follow-live';
import type { ResourceType } from '#domain/schema';

const SECOND = 1000;

function placeAt(seq: number): FeedPlace {
  return { restart: 'r', seq, told: 'all', mark: '0' };
}

function keptAt(seq: number): KeptChange {
  return {
    type: 'computer',
    id: String(seq),
    version: 1,
    action: 'created',
    before: undefined,
    after: undefined,
    links: {},
    name: { write: String(seq), n: 0, mark: '0' },
    at: '2026-11-29T00:00:00.000Z',
    place: placeAt(seq),
  };
}

function change(seq: number): FeedEntry {
  const kept = keptAt(seq);
  return { kept, told: { kind: 'change', shown: kept }, place: kept.place };
}

function refetch(type: ResourceType, seq: number): FeedEntry {
  return { kept: keptAt(seq), told: { kind: 'refetch', type }, place: placeAt(seq) };
}

/** A part that ends at a place, after examining a number of changes. */
function part(seq: number, entries: readonly FeedEntry[], examined = entries.length): LivePart {
  const changes = entries.map(({ kept }) => kept);
  return { entries, place: placeAt(seq), window: { after: placeAt(0), changes, place: placeAt(seq), examined } };
}

const turn = (seq: number): LivePart => ({ entries: [], place: placeAt(seq) });

describe('The frames of a stream', () => {
  let frames: FeedFrames;

  beforeEach(() => {
    const writeEntry = ({ kept, told }: FeedEntry): string =>
      told.kind === 'refetch' ? `again ${told.type} by ${kept.id}` : `change ${kept.id}`;
    frames = new FeedFrames({ writePlace: ({ seq }) => `p${seq}`, writeEntry }, placeAt(5), 0);
    frames.opening();
  });

  /** Shortens frames to `id event data`. */
  const shortly = (texts: Iterable<string>): readonly string[] =>
    [...texts].map((text) =>
      text
        .replaceAll(/^(?:id|event|data): /gm, '')
        .trimEnd()
        .replaceAll('\n', ' '),
    );
  const next = (each: LivePart, now: number): readonly string[] => shortly(frames.next(each, now));
  const end = (now: number): readonly string[] => shortly(frames.end('forbidden', now));
  const ENDED = 'end {"code":"forbidden"}';

  it('begin with the pause before reconnecting, and the position', () => {
    expect(frames.opening()).to.equal('retry: 2000\n\nid: p5\nevent: position\ndata: {}\n\n');
  });

  it('contain one entry each, with its position', () => {
    expect([...frames.next(part(7, [change(6), refetch('computer', 7)]), 0)]).to.deep.equal([
      'id: p6\nevent: change\ndata: change 6\n\n',
      'id: p7\nevent: refetch\ndata: again computer by 7\n\n',
    ]);
  });

  it('contain a refetch of a type at most once a second, the last one for all changes', () => {
    expect(next(part(6, [refetch('computer', 6)]), 0)).to.deep.equal(['p6 refetch again computer by 6']);
    expect(next(part(7, [refetch('computer', 7)]), 1)).to.deep.equal([]);
    expect(next(part(8, [refetch('computer', 8)]), 999)).to.deep.equal([]);
    expect(next(turn(8), 999.9)).to.deep.equal([]);
    expect(next(turn(8), 1000)).to.deep.equal(['p8 refetch again computer by 8']);
    expect(next(part(9, [refetch('computer', 9)]), 1999)).to.deep.equal([]);
    expect(next(turn(9), 2000)).to.deep.equal(['p9 refetch again computer by 9']);
    expect(next(turn(9), 4000)).to.deep.equal([]);
  });

  it('limit the refetches of each type separately', () => {
    expect(next(part(6, [refetch('person', 6)]), 0)).to.have.length(1);
    expect(next(part(7, [refetch('computer', 7)]), 500)).to.deep.equal(['p7 refetch again computer by 7']);
    expect(next(part(9, [refetch('person', 8), refetch('computer', 9)]), 600)).to.deep.equal([]);
    expect(next(turn(9), 1000)).to.deep.equal(['p8 refetch again person by 8']);
    expect(next(turn(9), 1500)).to.deep.equal(['p9 refetch again computer by 9']);
  });

  it('keep the position before a waiting refetch, so that a client that resumes gets it', () => {
    next(part(6, [refetch('computer', 6)]), 0);
    expect(next(part(8, [refetch('computer', 7), change(8)]), 100)).to.deep.equal(['p6 change change 8']);
    expect(next(part(10, [change(9), refetch('computer', 10)]), 200)).to.deep.equal(['p6 change change 9']);
    expect(next(part(12, [change(11)]), 1000)).to.deep.equal([
      'p10 refetch again computer by 10',
      'p11 change change 11',
    ]);
  });

  it('contain waiting refetches and the position reached, before they end', () => {
    next(part(6, [refetch('computer', 6), refetch('person', 6)]), 0);
    next(part(9, [refetch('computer', 7), refetch('person', 8)]), 100);
    expect(end(200)).to.deep.equal(['p7 refetch again computer by 7', 'p9 refetch again person by 8', ENDED]);
  });

  it('end with the position only if it has moved', () => {
    expect(end(0)).to.deep.equal([ENDED]);
    next(part(6, [change(6)]), 0);
    expect(end(0)).to.deep.equal([ENDED]);
    next(part(8, []), 0);
    expect(end(0)).to.deep.equal(['p8 position {}', ENDED]);
  });

  it('end with the position of the last frame if the rest of a part is not read', () => {
    const taken = frames.next(part(8, [change(6), change(7), change(8)]), 0);
    expect(taken.next().value).to.contain('change 6');
    expect(end(0)).to.deep.equal([ENDED]);
  });

  it('contain the position after 1000 changes without a frame', () => {
    expect(next(part(6, [], 999), 0)).to.deep.equal([]);
    expect(next(part(7, [], 1), 0)).to.deep.equal(['p7 position {}']);
    expect(next(part(8, [], 999), 0)).to.deep.equal([]);
    expect(next(part(9, [change(9)], 1), 0)).to.deep.equal(['p9 change change 9']);
    const shown = change(10);
    const window = {
      after: placeAt(9),
      changes: [shown.kept, keptAt(11), keptAt(12)],
      place: placeAt(12),
      examined: 3,
    };
    expect(next({ entries: [shown], place: placeAt(12), window }, 0)).to.deep.equal(['p10 change change 10']);
    expect(next(part(13, [], 997), 0)).to.deep.equal([]);
    expect(next(part(14, [], 1), 0)).to.deep.equal(['p14 position {}']);
  });

  it('contain the position after 30 s without a frame, if it has moved', () => {
    expect(next(part(6, []), 10 * SECOND)).to.deep.equal([]);
    expect(next(turn(6), 30 * SECOND)).to.deep.equal(['p6 position {}']);
    expect(next(part(7, []), 59 * SECOND)).to.deep.equal([':']);
    expect(next(turn(7), 60 * SECOND)).to.deep.equal(['p7 position {}']);
    expect(next(turn(7), 74 * SECOND)).to.deep.equal([]);
    for (const now of [75, 90, 105]) expect(next(turn(7), now * SECOND), `after ${now} s`).to.deep.equal([':']);
    expect(next(part(8, [], 1000), 106 * SECOND)).to.deep.equal(['p8 position {}']);
  });

  it('contain a comment after 15 s of silence, counted from the last frame', () => {
    expect(next(turn(5), 14.9 * SECOND)).to.deep.equal([]);
    expect(next(part(6, [change(6)]), 14.9 * SECOND)).to.have.length(1);
    expect(next(turn(6), 29 * SECOND)).to.deep.equal([]);
    expect([...frames.next(turn(6), 29.9 * SECOND)]).to.deep.equal([':\n\n']);
    expect(next(turn(6), 30 * SECOND)).to.deep.equal([]);
    expect(next(turn(6), 44.9 * SECOND)).to.deep.equal([':']);
  });

  it('advance the position even if one type or another is always waiting', () => {
    next(part(7, [refetch('computer', 6), refetch('person', 7)]), 0);
    next(part(8, [refetch('computer', 8)]), 500);
    next(part(9, [refetch('person', 9)]), 600);
    expect(next(turn(9), 1000)).to.deep.equal(['p8 refetch again computer by 8', 'p9 refetch again person by 9']);
    next(part(10, [refetch('computer', 10)]), 1100);
    expect(next(part(11, [change(11)]), 1200)).to.deep.equal(['p9 change change 11']);
  });
});
