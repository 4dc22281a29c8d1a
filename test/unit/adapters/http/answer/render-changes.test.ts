import { expect } from 'chai';
import { renderEntry, type FeedObject } from '#adapters/http/answer/render-changes';
import type { KeptChange } from '#application/ports/change-feed';
import { resources } from '#test/support/model';

const MOST_BYTES = 64 * 1024;
const texts = { writeName: (_: unknown, type = '') => `c${type}`, writePlace: () => 'pA' };

type Rendered = ReturnType<typeof renderEntry>;

function entryWith(serial: string, action: 'created' | 'updated' = 'created', refetch?: 'person'): Rendered {
  const entity = (text: string) =>
    ({ type: 'computer', id: '5', version: 2, attributes: { serial: text }, targets: { owner: '1' } }) as const;
  const kept: KeptChange = {
    type: 'computer',
    id: '5',
    version: 2,
    action,
    before: action === 'created' ? undefined : entity('E-1'),
    after: entity(serial),
    links: {},
    at: '2026-11-25T09:30:00.123Z',
    name: { write: '1', n: 0, mark: '7' },
    place: { restart: '00', seq: 1, told: 'all', mark: '7' },
  };
  const shown = { set: resources, fieldsets: new Map() };
  const told: Parameters<typeof renderEntry>[0]['told'] =
    refetch === undefined ? { kind: 'change', shown: kept } : { kind: 'refetch', type: refetch };
  return renderEntry({ kept, told, place: kept.place }, shown, texts, { shown: 'epoch' });
}

describe('A change as it is sent', () => {
  const overhead = Buffer.byteLength(entryWith('').text);

  it('has its content up to 64 KiB', () => {
    const { object, text } = entryWith('x'.repeat(MOST_BYTES - overhead));
    expect(Buffer.byteLength(text)).to.equal(MOST_BYTES);
    expect(object.attributes).to.have.property('after');
  });

  it('says beyond that it leaves its content out, and keeps the rest', () => {
    for (const serial of ['x'.repeat(MOST_BYTES - overhead + 1), 'ä'.repeat(MOST_BYTES / 2)]) {
      const { object, text } = entryWith(serial, 'updated');
      const expected: FeedObject = {
        type: 'change',
        id: 'c',
        attributes: { action: 'updated', at: '2026-11-25T09:30:00.123Z', changed: ['serial'] },
        relationships: { subject: { data: { type: 'computer', id: '5' } } },
        meta: { etag: '"epoch.computer.5.2.change"', page: { cursor: 'pA' }, omitted: true },
      };
      expect(object).to.deep.equal(expected);
      expect(text).to.equal(JSON.stringify(object));
    }
  });

  it('is, if a type is to be read again, of no resource, and has a name of its own', () => {
    expect(entryWith('E-2', 'updated', 'person').object).to.deep.equal({
      type: 'change',
      id: 'cperson',
      attributes: { action: 'refetch', at: '2026-11-25T09:30:00.123Z', resource_type: 'person' },
      meta: { page: { cursor: 'pA' } },
    });
  });
});
