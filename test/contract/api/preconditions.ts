import { expect } from 'chai';
import type { ApiResponse, RequestOptions } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { change, conditionalWrites, makeHousehold, sendWrite, tagAt, viewsOf, type Household } from './conditions.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 9 of the contract: If-Match and If-None-Match on writes. */
export function describePreconditions(api: ApiUnderTest, items: OwnedResource): void {
  for (const write of conditionalWrites(items)) {
    const pattern = write.path({ ada: '{id}', bob: '', item: '{id}', free: '' });
    describe(`Preconditions of ${write.method} ${pattern}`, () => {
      const send = (household: Household, headers: RequestOptions['headers']): Promise<ApiResponse> =>
        sendWrite(api.client, write, household, headers);
      const make = (): Promise<Household> => makeHousehold(api.client, items);
      const tagsOf = (household: Household): Promise<readonly string[]> =>
        Promise.all(viewsOf(write, household, items).map((path) => tagAt(api.client, path)));
      const everything = async (household: Household): Promise<readonly unknown[]> => [
        await tagsOf(household),
        (await api.client.get(`${items.owner.path}/${household.ada}?include=${items.relationship}`)).text,
      ];

      it('hold where If-Match has a tag of the present state, from any view', async () => {
        const views = viewsOf(write, await make(), items);
        for (const index of views.keys()) {
          const household = await make();
          const tag = (await tagsOf(household))[index] ?? '';
          expect((await send(household, { 'If-Match': tag })).status, views[index]).to.equal(200);
        }
      });

      it('hold where If-Match has * or a good tag among others, on several lines', async () => {
        for (const form of [
          (): string => '*',
          (tag: string): string => `"a,b", , W/"x", ${tag},`,
          (tag: string): string[] => ['"a,b"', `"c", ${tag}`],
          (tag: string): string[] => [tag, ''],
        ]) {
          const household = await make();
          const sent = form((await tagsOf(household))[0] ?? '');
          const { status, text } = await send(household, { 'If-Match': sent });
          expect(status, `${String(sent)}: ${text}`).to.equal(200);
        }
      });

      it('hold where If-None-Match has tags of other states only', async () => {
        const household = await make();
        const [old = ''] = await tagsOf(household);
        await change(api.client, write, household, items);
        const [tag = ''] = await tagsOf(household);
        const headers = { 'If-Match': tag, 'If-None-Match': `"x", ${old}` };
        expect((await send(household, headers)).status).to.equal(200);
      });

      it('fail where a tag is of another state, and nothing changes', async () => {
        const household = await make();
        const old = await tagsOf(household);
        await change(api.client, write, household, items);
        const before = await everything(household);
        const [tag = ''] = await tagsOf(household);
        const other = `${items.owner.path}/${household.bob}`;
        for (const sent of [...old, old.join(), '"x"', tag.replace('.', '-'), await tagAt(api.client, other)])
          expectFailed(await send(household, { 'If-Match': sent }), 'If-Match');
        expect(await everything(household)).to.deep.equal(before);
      });

      it('fail where If-None-Match has * or the present state, and nothing changes', async () => {
        const household = await make();
        const before = await everything(household);
        const tags = await tagsOf(household);
        for (const sent of ['*', ...tags, `"x", W/${tags[0] ?? ''}`])
          expectFailed(await send(household, { 'If-None-Match': sent }), 'If-None-Match');
        expect(await everything(household)).to.deep.equal(before);
      });

      it('fail where the tag is weak, and say so', async () => {
        const household = await make();
        const [tag = ''] = await tagsOf(household);
        const response = await send(household, { 'If-Match': `W/${tag}` });
        expectFailed(response, 'If-Match');
        expect(detailsOf(response)[0]).to.contain('W/"…"');
      });

      it('check If-Match first', async () => {
        const household = await make();
        const [tag = ''] = await tagsOf(household);
        expectFailed(await send(household, { 'If-Match': '"x"', 'If-None-Match': tag }), 'If-Match');
        expectFailed(await send(household, { 'If-Match': tag, 'If-None-Match': tag }), 'If-None-Match');
      });

      it('are refused where they are malformed, all at once', async () => {
        const household = await make();
        for (const sent of ['', 'unquoted', '*, "a"', '"a" "b"', 'w/"a"', ['*', '*']])
          for (const names of [['If-Match'], ['If-None-Match'], ['If-Match', 'If-None-Match']]) {
            const response = await send(household, Object.fromEntries(names.map((name) => [name, sent])));
            expectErrors(response, ...names.map(() => 'invalid-header'));
            expect(headersIn(response)).to.have.members(names);
          }
      });

      it('come after the resource, which has to exist', async () => {
        const household = { ...(await make()), ada: MISSING, item: MISSING };
        for (const headers of [{ 'If-Match': '*' }, { 'If-Match': '"x"' }, { 'If-None-Match': '*' }])
          expect((await send(household, headers)).status).to.equal(404);
      });
    });
  }

  describe(`Preconditions of a POST on a list of ${items.plural}`, () => {
    const paths = async (): Promise<readonly string[]> => {
      const { ada } = await makeHousehold(api.client, items);
      return [items.path, items.relatedPath(ada)];
    };

    it('hold where they are met by a list, which exists and has no tag', async () => {
      for (const path of await paths())
        for (const headers of [{ 'If-Match': '*' }, { 'If-None-Match': '"x"' }, { 'If-None-Match': 'W/"x"' }])
          expect((await api.client.post(path, { data: items.draft() }, { headers })).status).to.equal(201);
    });

    it('fail otherwise, and nothing is created', async () => {
      for (const path of await paths()) {
        const count = async (): Promise<unknown> => (await api.client.get(path)).document.meta.count as unknown;
        const before = await count();
        for (const [name, value] of [
          ['If-None-Match', '*'],
          ['If-Match', '"x"'],
        ] as const)
          expectFailed(await api.client.post(path, { data: items.draft() }, { headers: { [name]: value } }), name);
        expect(await count()).to.equal(before);
      }
    });

    it(`come after the ${items.owner.type}, who has to exist, and before the owner that the body names`, async () => {
      const headers = { 'If-None-Match': '*' };
      const { ada } = await makeHousehold(api.client, items);
      const post = (path: string, owner?: string): Promise<ApiResponse> =>
        api.client.post(path, { data: items.draft('S1', owner) }, { headers });
      expectErrors(await post(items.relatedPath(MISSING)), 'object-not-found ?id');
      expectFailed(await post(items.relatedPath(ada), MISSING), 'If-None-Match');
      expectFailed(await post(items.path, MISSING), 'If-None-Match');
    });
  });

  describe(`The owner of a ${items.type}`, () => {
    it('is not deleted where the client has seen another one', async () => {
      const household = await makeHousehold(api.client, items);
      const path = `${items.path}/${household.item}/${items.inverse}`;
      const tag = await tagAt(api.client, path);
      await api.client.patch(`${items.path}/${household.item}/relationships/${items.inverse}`, {
        data: { type: items.owner.type, id: household.bob },
      });
      expectFailed(await api.client.delete(path, undefined, { headers: { 'If-Match': tag } }), 'If-Match');
      const headers = { 'If-Match': await tagAt(api.client, path) };
      expect((await api.client.delete(path, undefined, { headers })).status).to.equal(200);
      expect((await api.client.get(`${items.owner.path}/${household.bob}`)).status).to.equal(404);
      expect((await api.client.get(`${items.owner.path}/${household.ada}`)).status).to.equal(200);
    });
  });
}

function headersIn({ document }: ApiResponse): readonly unknown[] {
  const { errors } = document as { readonly errors: readonly { readonly meta: { readonly header: unknown } }[] };
  return errors.map(({ meta }) => meta.header);
}

function expectFailed(response: ApiResponse, header: string): void {
  expectErrors(response, 'precondition-failed');
  expect(headersIn(response)).to.deep.equal([header]);
}
