import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { expectErrors } from '../../contract/api/expect-errors.ts';
import { modern } from '../../contract/api/modern.ts';
import { bearer } from '../../support/access.ts';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { serveApp, type ServedApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';
import { twoOfEverything } from '../../support/two-of-everything.ts';

const roles = { clerk: { category: { read: {}, create: { set: { parent: { claim: 'category' } } } } } };

describe('A parent that a policy sets', () => {
  let served: ServedApp;

  before(async () => {
    const access = accessFor({ roles }, [{ name: 'clerk', role: 'clerk', claims: { category: '1' } }]);
    served = await serveApp(await twoOfEverything(new MemoryUnitOfWork()), { access });
  });
  after(() => served.close());

  const create = (relationships: object): Promise<ApiResponse> => {
    const client = new ApiClient(served.url, false, 'Accept, Authorization');
    const data = { type: 'category', lid: 'a', attributes: { code: 'new' }, relationships };
    return client.post('/categories', { data }, { headers: { ...modern.headers, ...bearer('clerk') } });
  };

  it('cannot be the new resource itself, from either side', async () => {
    const itself = { type: 'category', lid: 'a' };
    expectErrors(await create({ parent: { data: itself } }), 'forbidden #/data/relationships/parent');
    expectErrors(await create({ children: { data: [itself] } }), 'forbidden #/data');
    const { status, text } = await create({ children: { data: [] } });
    expect(status, text).to.equal(201);
  });
});
