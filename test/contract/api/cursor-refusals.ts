import { resources } from '#test/support/model';
import { expect } from 'chai';
import { CURSOR_PROFILE } from '#adapters/http/api/media-types';
import { cursorCodec } from '#adapters/http/request/query/cursors';
import type { ListPosition } from '#application/model/query';
import { MEDIA_TYPE, query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { unique } from './fixtures.ts';
import { addComputer, addPerson } from './persons.ts';

/** Cursors and their parameters that are refused, and odd ones that are not. */
export function describeCursorRefusals({ client }: ApiUnderTest): void {
  describe('The parameters of pages by cursor', () => {
    const cursorOf = async (path: string): Promise<string> => {
      const { document } = await client.get(`${path}&page[after]=&page[size]=1`);
      return document.data[0].meta.page.cursor as string;
    };

    before(async () => {
      await addComputer(client, 'S', await addPerson(client));
    });

    const refused: readonly (readonly [query: string, ...errors: string[]])[] = [
      ['page[after]=&page[before]=', '?page[before]'],
      ['page[after]=&page[number]=1', '?page[number]'],
      ['page[before]=&page[number]=x', '?page[number]'],
      ['page[after]=&page[size]=0', '?page[size]'],
      ['page[after]=&page[size]=x', '?page[size]'],
      ['page[after]=&page[size]=9007199254740992', '?page[size]'],
      ['page[after]=&page[total]=no', '?page[total]'],
      ['page[after]=&page[total]=', '?page[total]'],
      ['page[total]=false', '?page[total]'],
      ['page[total]=true&page[number]=1', '?page[total]'],
      ['page[after]=&page[after]=', '?page[after]'],
      ['page[after]=x&page[total]=x&sort=x', '?page[total]', '?sort'],
      ['page[before]=x&include=x', '?page[before]', '?include'],
      ['page[after]=x&page[before]=y', '?page[after]', '?page[before]', '?page[before]'],
    ];
    for (const [text, ...errors] of refused)
      it(`are refused in ${text}`, async () => {
        const response = await client.get(`/persons?${text}`);
        expectErrors(response, ...errors.map((each) => `invalid-parameter ${each}`));
      });

    it('are refused by other routes', async () => {
      const id = await addPerson(client);
      for (const name of ['page[after]', 'page[before]', 'page[total]'])
        for (const path of ['/', `/persons/${id}`, '/export/persons.csv'])
          expectErrors(await client.get(`${path}?${name}=`), `invalid-parameter ?${name}`);
    });

    it('say by a type of the profile that both are given', async () => {
      const { document } = await client.get('/persons?page[before]=&page[after]=');
      expect(document.errors[0].links).to.deep.equal({ type: `${CURSOR_PROFILE}range-pagination-not-supported` });
    });

    it('are refused with errors that name no profile, even if the request names it', async () => {
      const headers = { Accept: `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"` };
      for (const [path, parameter] of [
        ['/persons?page[size]=0', 'page[size]'],
        ['/persons?page[total]=no', 'page[total]'],
        ['/persons?page[number]=1&page[total]=true', 'page[total]'],
      ] as const) {
        const response = await client.get(path, { headers });
        expectErrors(response, `invalid-parameter ?${parameter}`);
        expect(response.headers['content-type']).to.equal(MEDIA_TYPE);
        expect(response.document.jsonapi).to.deep.equal({ version: '1.1' });
      }
    });

    it('take a cursor for its own type and sort only', async () => {
      const byId = await cursorOf('/persons?sort=id');
      const byName = await cursorOf('/persons?sort=name');
      for (const path of ['/persons?', '/persons?sort=-id', '/persons?sort=id,name', '/computers?sort=id'])
        for (const name of ['page[after]', 'page[before]'])
          expectErrors(await client.get(`${path}&${name}=${byId}`), `invalid-parameter ?${name}`);
      for (const sort of ['-name', 'email', 'name,id'])
        expectErrors(await client.get(`/persons?sort=${sort}&page[after]=${byName}`), 'invalid-parameter ?page[after]');
    });

    it('take a cursor with any filter, size and list of its type', async () => {
      const owner = await addPerson(client);
      await addComputer(client, 'S', owner);
      const cursor = await cursorOf('/computers?sort=-serial');
      for (const path of [`/persons/${owner}/computers?`, '/computers?filter[serial]=x', '/computers?page[size]=1'])
        expect((await client.get(`${path}&sort=-serial&page[before]=${cursor}`)).status).to.equal(200);
    });

    it('refuse what is not a cursor', async () => {
      for (const sort of ['', 'name', 'birth_date']) {
        const path = `/persons${query({ sort })}`;
        const cursor = await cursorOf(path);
        const bytes = Buffer.from(cursor, 'base64url');
        const changed = (at: number): string => {
          const copy = Buffer.from(bytes);
          copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
          return copy.toString('base64url');
        };
        const others = [
          'x',
          'null',
          '%00',
          'ÿ',
          `${cursor}=`,
          `${cursor}A`,
          cursor.slice(0, -1),
          ` ${cursor}`,
          `${cursor.slice(0, 3)}.${cursor.slice(3)}`,
          'A'.repeat(4096),
          'A'.repeat(4097),
          // An older version, and another digest of type and sort.
          changed(0),
          changed(1),
          bytes.subarray(0, 9).toString('base64url'),
          Buffer.concat([bytes, Buffer.alloc(4000)]).toString('base64url'),
        ];
        for (const other of others)
          expectErrors(
            await client.get(`${path}&${query({ 'page[after]': other }).slice(1)}`),
            'invalid-parameter ?page[after]',
          );
      }
    });

    it('refuse every change of an encrypted cursor', async () => {
      const bytes = Buffer.from(await cursorOf('/persons?sort=name'), 'base64url');
      for (let at = 0; at < bytes.length; at += 1) {
        const copy = Buffer.from(bytes);
        copy.writeUInt8(copy.readUInt8(at) ^ 0x20, at);
        const response = await client.get(`/persons?sort=name&page[after]=${copy.toString('base64url')}`);
        expectErrors(response, 'invalid-parameter ?page[after]');
      }
    });

    const encode = (sort: string, position: ListPosition): string => {
      const keys = sort === '' ? [] : [{ path: [], attribute: sort, descending: false }];
      return cursorCodec('not the key of the service', resources)({ type: 'computer', sort: keys }).encode(position);
    };

    it('take a made-up cursor as the position that it is', async () => {
      const text = unique('made up');
      const id = await addComputer(client, text);
      const made: readonly (readonly [sort: string, position: ListPosition, isBefore: boolean])[] = [
        ['', { keys: [], id: '99999999999999999999' }, false],
        ['', { keys: [], id: '-99999999999999999999' }, true],
        ['', { keys: [], id: '0' }, true],
        ['serial', { keys: [null], id: '1' }, false],
        ['serial', { keys: [text], id: '-1' }, true],
        ['id', { keys: ['99999999999999999999'], id: '1' }, false],
      ];
      for (const [sort, position, isBefore] of made) {
        const path = `/computers${query({ 'filter[serial]': text, sort })}`;
        const found = async (name: string): Promise<readonly { id: string }[]> => {
          const response = await client.get(`${path}&page[${name}]=${encode(sort, position)}`);
          expect(response.status, response.text).to.equal(200);
          return response.document.data as { id: string }[];
        };
        const ids = {
          after: (await found('after')).map((item) => item.id),
          before: (await found('before')).map((item) => item.id),
        };
        expect(ids).to.deep.equal(isBefore ? { after: [id], before: [] } : { after: [], before: [id] });
      }
    });

    it('refuse a made-up cursor whose values have another form', async () => {
      const positions: readonly (readonly [sort: string, position: ListPosition])[] = [
        ['', { keys: [], id: 'x' }],
        ['', { keys: [], id: '01' }],
        ['id', { keys: ['x'], id: '1' }],
        ['serial', { keys: ['\0'], id: '1' }],
      ];
      for (const [sort, position] of positions) {
        const response = await client.get(`/computers?sort=${sort}&page[after]=${encode(sort, position)}`);
        expectErrors(response, 'invalid-parameter ?page[after]');
      }
    });
  });
}
