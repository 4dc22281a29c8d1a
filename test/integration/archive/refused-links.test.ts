import { expect } from 'chai';
import { MEDIA_TYPE } from '#adapters/http/api/media-types';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { all, bearer } from '../../support/access.ts';
import { serveApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';

const { read, create } = { read: {}, create: {} };
const roles = {
  all,
  'updates sheets 1 and 3': {
    ...{ shelf: { read }, box: { read } },
    sheet: { read, create, update: { where: [{ name: 'id', op: 'in_', val: ['1', '3'] }] } },
  },
};

describe('A refused end of a link', () => {
  it('is pointed at as a change of the set, even if the new set contains the resource itself', async () => {
    const access = accessFor(
      { roles },
      Object.keys(roles).map((role) => ({ name: role, role })),
    );
    const served = await serveApp(new MemoryUnitOfWork(), { access });
    const send = async (role: string, method: string, path: string, data: unknown): Promise<Response> => {
      const headers = { ...bearer(role), 'Content-Type': MEDIA_TYPE };
      return fetch(served.url + path, { method, headers, body: JSON.stringify({ data }) });
    };
    const to = (type: string): object => ({ data: { type, id: '1' } });
    try {
      const box = { type: 'box', attributes: { code: 'B' }, relationships: { shelf: to('shelf') } };
      const sheet = { type: 'sheet', attributes: { title: 'S' }, relationships: { box: to('box') } };
      for (const [path, data] of [
        ['/shelves', { type: 'shelf', attributes: { code: 'S' } }],
        ['/boxes', box],
        ['/sheets', sheet],
        ['/sheets', sheet],
        ['/sheets', sheet],
      ] as const)
        expect((await send('all', 'POST', path, data)).status).to.equal(201);
      const mentioned = '/sheets/1/relationships/mentions';
      expect((await send('all', 'PATCH', mentioned, [{ type: 'sheet', id: '2' }])).status).to.equal(200);
      const refused = await send('updates sheets 1 and 3', 'PATCH', mentioned, [
        { type: 'sheet', id: '1' },
        { type: 'sheet', id: '3' },
      ]);
      expect(refused.status).to.equal(403);
      const { errors } = (await refused.json()) as { readonly errors: readonly { readonly source: object }[] };
      expect(errors.map(({ source }) => source)).to.deep.equal([{ pointer: '/data' }]);
    } finally {
      await served.close();
    }
  });
});
