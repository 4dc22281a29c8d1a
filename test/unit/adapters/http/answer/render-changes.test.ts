import { expect } from 'chai';
import { fitted, renderChange, toldChange, type ChangeObject } from '#adapters/http/answer/render-changes';
import type { KeptChange } from '#application/ports/change-feed';
import { resources } from '#test/support/model';

const MOST_BYTES = 64 * 1024;

function changeWith(serial: string, action: 'created' | 'updated' = 'created'): ChangeObject {
  const entity = (text: string) =>
    ({ type: 'computer', id: '5', version: 2, attributes: { serial: text }, targets: { owner: '1' } }) as const;
  const change: KeptChange = {
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
  const told = toldChange(change, { set: resources, fieldsets: new Map() });
  if (told === undefined) throw new Error('it is not told');
  return renderChange(change, told, { name: 'cA', place: 'pA' }, { shown: 'epoch' });
}

describe('A change as it is sent', () => {
  const overhead = Buffer.byteLength(JSON.stringify(changeWith('')));

  it('has its content up to 64 KiB', () => {
    const change = changeWith('x'.repeat(MOST_BYTES - overhead));
    expect(fitted(change)).to.deep.equal({ change, bytes: MOST_BYTES });
  });

  it('says beyond that it leaves its content out, and keeps the rest', () => {
    for (const serial of ['x'.repeat(MOST_BYTES - overhead + 1), 'ä'.repeat(MOST_BYTES / 2)]) {
      const change = changeWith(serial, 'updated');
      const { change: sent, bytes } = fitted(change);
      expect(sent).to.deep.equal({
        ...change,
        attributes: { action: 'updated', at: '2026-11-25T09:30:00.123Z', changed: ['serial'] },
        meta: { etag: '"epoch.computer.5.2.change"', page: { cursor: 'pA' }, omitted: true },
      });
      expect(bytes).to.equal(Buffer.byteLength(JSON.stringify(sent)));
    }
  });
});
