// The feed of changes over HTTP: write-only fields, and large pages.
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { changesBy, feedEnd, feedPages, summaryOf, type ShownChange } from './feed.ts';
import { addPerson } from './persons.ts';

/** The largest page in bytes. */
const MOST_BYTES = 1024 * 1024;

export function describeChangesOfPersons({ client }: ApiUnderTest): void {
  describe('Changes of persons', () => {
    it('name what is shown of a field that can only be written', async () => {
      const id = await addPerson(client, { name: 'Ada', email: 'ada@example.org' });
      const [first, second] = [
        await changesBy(client, () => patch(client, id, { name: 'Eve' })),
        await changesBy(client, () => patch(client, id, { email: null, birth_date: '1815-12-10' })),
      ];
      expect([first, second].map(contentsOf)).to.deep.equal([
        [
          {
            action: 'updated',
            changed: ['display_name'],
            after: { birth_date: null, display_name: 'EVE <ada@example.org>' },
          },
        ],
        [
          {
            action: 'updated',
            changed: ['birth_date', 'display_name'],
            after: { birth_date: '1815-12-10', display_name: 'EVE' },
          },
        ],
      ]);
    });

    it('are not told if everything is shown as before', async () => {
      const id = await addPerson(client, { name: 'Ada' });
      expect(await changesBy(client, () => patch(client, id, { name: 'aDA' }))).to.deep.equal([]);
      // These letters come from the field that is not shown.
      const told = await changesBy(client, () => patch(client, id, { name: 'adam' }));
      expect(contentsOf(told)).to.deep.equal([
        { action: 'updated', changed: ['display_name'], after: { birth_date: null, display_name: 'ADAM' } },
      ]);
    });

    it('come in pages of up to 1 MiB', async () => {
      const since = await feedEnd(client);
      const data = { type: 'computer', attributes: { serial: '\u{1F600}'.repeat(255) } };
      for (let each = 0; each < 10; each += 1) {
        const { status } = await client.operate(Array.from({ length: 100 }, () => ({ op: 'add', data })));
        expect(status).to.equal(200);
      }
      const pages = await feedPages(client, since, { 'page[size]': '1000' });
      expect(pages).to.have.length(2);
      const [first, second] = pages;
      expect(bytesOf(first?.data)).to.be.within(MOST_BYTES - 2048, MOST_BYTES);
      expect(first?.meta.position).to.equal(first?.data.at(-1)?.meta.page.cursor);
      expect(second?.links.next).to.equal(null);
      const told = pages.flatMap((page) => page.data).map(summaryOf);
      expect([told.length, new Set(told).size]).to.deep.equal([1000, 1000]);
    });
  });
}

async function patch(client: ApiClient, id: string, attributes: object): Promise<void> {
  const { status, text } = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
  expect(status, text).to.equal(200);
}

function contentsOf(told: readonly ShownChange[]): readonly object[] {
  return told.map(({ attributes: { action, changed, after } }) => ({ action, changed, after }));
}

/** The bytes of the changes, without separators. */
function bytesOf(changes: readonly ShownChange[] = []): number {
  return changes.reduce((sum, change) => sum + Buffer.byteLength(JSON.stringify(change)), 0);
}
