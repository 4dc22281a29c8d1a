import { expect } from 'chai';
import { renderEntry, type FeedObject } from '#adapters/http/answer/render-changes';
import type { KeptChange } from '#application/ports/change-feed';
import { resources } from '#test/support/model';

const MOST_BYTES = 64 * 1024;
const texts = { writeName: (_: unknown, type = '') => `c${type}`, writePlace: () => 'pA' };

type Rendered = ReturnType<typeof renderEntry>;

function entryWith(
  serial: string,
  action: 'created' | 'updated' = 'created',
  refetch: readonly 'person'[] = [],
): Rendered {
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
  return renderEntry({ kept, shown: kept, refetch }, shown, texts, { shown: 'epoch' });
}

describe('A change as it is sent', () => {
  const overhead = entryWith('').bytes;

  it('has its content up to 64 KiB', () => {
    const { objects, bytes } = entryWith('x'.repeat(MOST_BYTES - overhead));
    expect(bytes).to.equal(MOST_BYTES);
    expect(objects[0]?.attributes).to.have.property('after');
  });

  it('says beyond that it leaves its content out, and keeps the rest', () => {
    for (const serial of ['x'.repeat(MOST_BYTES - overhead + 1), 'ä'.repeat(MOST_BYTES / 2)]) {
      const { objects, bytes } = entryWith(serial, 'updated');
      const expected: readonly FeedObject[] = [
        {
          type: 'change',
          id: 'c',
          attributes: { action: 'updated', at: '2026-11-25T09:30:00.123Z', changed: ['serial'] },
          relationships: { subject: { data: { type: 'computer', id: '5' } } },
          meta: { etag: '"epoch.computer.5.2.change"', page: { cursor: 'pA' }, omitted: true },
        },
      ];
      expect(objects).to.deep.equal(expected);
      expect(bytes).to.equal(Buffer.byteLength(JSON.stringify(objects[0])));
    }
  });

  it('is followed by the types to read again, with the same place and a name of their own', () => {
    const [change, ...others] = entryWith('E-2', 'updated', ['person']).objects;
    expect(change).to.include({ id: 'c' });
    expect(others).to.deep.equal([
      {
        type: 'change',
        id: 'cperson',
        attributes: { action: 'refetch', at: '2026-11-25T09:30:00.123Z', resource_type: 'person' },
        meta: { page: { cursor: 'pA' } },
      },
    ]);
  });
});
