import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { RenderedParts, type EntryWriter } from '#adapters/http/answer/rendered-parts';
import type { KeptChange } from '#application/ports/change-feed';
import type { FeedEntry } from '#application/reading/feed-entries';
import type { LivePart } from '#application/reading/follow-live';

const place = { restart: 'r', seq: 1, told: 'all', mark: '0' } as const;

function anEntry(kind: 'change' | 'refetch' = 'change'): FeedEntry {
  const kept: KeptChange = {
    type: 'computer',
    id: '1',
    version: 1,
    action: 'created',
    before: undefined,
    after: undefined,
    links: {},
    name: { write: '1', n: 0, mark: '0' },
    at: '2026-11-29T00:00:00.000Z',
    place,
  };
  return { kept, told: kind === 'change' ? { kind, shown: kept } : { kind, type: 'computer' }, place };
}

function partOf(...entries: readonly FeedEntry[]): LivePart & Required<Pick<LivePart, 'window'>> {
  const changes = entries.map(({ kept }) => kept);
  return { entries, place, window: { after: place, changes, place, examined: changes.length } };
}

describe('The texts of changes', () => {
  let rendered: string[];
  let places: string[];
  let tokens: (string | undefined)[];
  let parts: RenderedParts;

  beforeEach(() => {
    rendered = [];
    places = [];
    tokens = [];
    parts = new RenderedParts(async () => tokens.shift());
  });

  const writerFor = (view: string): EntryWriter =>
    parts.writerFor(view, {
      render: ({ told }) => {
        rendered.push(view);
        return { text: `${view} ${told.kind}`, meta: { page: 1 } };
      },
      writePlace: ({ seq }) => {
        places.push(view);
        return `${view} ${seq}`;
      },
    });
  const object = (text: string, more: object = {}): string => JSON.stringify({ text, meta: { page: 1, ...more } });

  it('are made once for all streams of a view, and separately for each view', async () => {
    const entry = anEntry();
    const [one, same, other] = [writerFor('a'), writerFor('a'), writerFor('b')];
    for (const writer of [one, same, other]) await writer.prepare(partOf(entry));
    expect([one, same, other].map((writer) => writer.writeEntry(entry))).to.deep.equal([
      object('a change'),
      object('a change'),
      object('b change'),
    ]);
    expect(rendered).to.deep.equal(['a', 'b']);
  });

  it('name each place once for all streams of a view', () => {
    const [one, same, other] = [writerFor('a'), writerFor('a'), writerFor('b')];
    expect([one, same, other, one].map(({ writePlace }) => writePlace(place))).to.deep.equal(
      ['a', 'a', 'b', 'a'].map((view) => `${view} ${place.seq}`),
    );
    expect(places).to.deep.equal(['a', 'b']);
  });

  it('go with the last stream that shows them', async () => {
    const entry = anEntry();
    writerFor('a').writeEntry(entry);
    // A weak reference is kept until the current job ends.
    await nextTurn();
    setFlagsFromString('--expose-gc');
    runInNewContext('gc()');
    writerFor('a').writeEntry(entry);
    expect(rendered).to.deep.equal(['a', 'a']);
  });

  it('differ between a change and the refetch that it causes', async () => {
    const [change, again] = [anEntry(), anEntry('refetch')];
    const writer = writerFor('a');
    const entries = [change, { ...again, kept: change.kept }];
    await writer.prepare(partOf(...entries));
    expect(entries.map(writer.writeEntry)).to.deep.equal([object('a change'), object('a refetch')]);
  });

  it('have the token of their window, which is requested once', async () => {
    tokens.push('first', 'second');
    const [one, other] = [writerFor('a'), writerFor('b')];
    const part = partOf(anEntry());
    await Promise.all([one.prepare(part), other.prepare(part)]);
    const [entry = anEntry()] = part.entries;
    expect(one.writeEntry(entry)).to.equal(object('a change', { consistency: 'first' }));
    expect(other.writeEntry(entry)).to.equal(object('b change', { consistency: 'first' }));
    const next = partOf(anEntry());
    await one.prepare(next);
    expect(next.entries.map(one.writeEntry)).to.deep.equal([object('a change', { consistency: 'second' })]);
  });

  it('request no token if there are no entries', async () => {
    tokens.push('unused');
    await writerFor('a').prepare({ ...partOf(anEntry()), entries: [] });
    await writerFor('a').prepare({ entries: [], place });
    expect(tokens).to.deep.equal(['unused']);
  });
});
