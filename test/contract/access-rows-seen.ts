// Reads, tags and repeated responses of roles with rules on rows, over HTTP. Each rule on reads has an example here; the
// comparison of policies tries every route and parameter.
import { expect } from 'chai';
import { MEDIA_TYPE } from '#adapters/http/api/media-types';
import type { ResourceIdentifier } from '#application/model/query';
import { updateComputer, updatePerson } from '#product/use-cases';
import { bearer } from '../support/access.ts';
import { serveApp, type ServedApp } from '../support/apps.ts';
import { accessFor } from '../support/policy-access.ts';
import { plantRows } from '../support/stored-rows.ts';
import { writeOnce } from '../support/write-once.ts';
import type { OpenStorage } from './rows/guarded-rows.ts';
import { holders, roles, rows, sights } from './rows/seen-rows.ts';

/** @param open opens an empty storage */
export function describeRowsSeen(storage: string, open: OpenStorage): void {
  describe(`A role that may read some rows, with a storage ${storage},`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let app: ServedApp;
    let ids: ReadonlyMap<string, ResourceIdentifier> = new Map();

    before(async () => {
      opened = await open();
      ids = await plantRows(opened.unitOfWork, rows);
      app = await serveApp(opened.unitOfWork, { access: accessFor({ roles }, holders) });
    });
    after(async () => {
      await app.close();
      await opened.close();
    });

    const idOf = (name: string): string => ids.get(name)?.id ?? name;
    const named = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name));

    async function send(who: string, path: string, init: RequestInit = {}, url = app.url): Promise<Sent> {
      const headers = { ...bearer(who), 'Content-Type': MEDIA_TYPE, ...init.headers };
      const response = await fetch(url + named(path), { ...init, headers });
      const text = await response.text();
      return { status: response.status, text, tag: response.headers.get('ETag') ?? '', headers: response.headers };
    }

    /** The names of all rows in an answer, as data, linkage or included, and its count; or its status, if it is not 200. */
    async function seen(who: string, path: string): Promise<readonly unknown[]> {
      const { status, text } = await send(who, path);
      if (status !== 200) return [status];
      const found = new Set([...text.matchAll(/"type":"(\w+)","id":"(\d+)"/g)].map(([, type, id]) => `${type} ${id}`));
      const names = [...ids].filter(([, { type, id }]) => found.has(`${type} ${id}`)).map(([name]) => name);
      const { meta } = JSON.parse(text);
      return [...names, ...(meta?.count === undefined ? [] : [meta.count])];
    }

    for (const [who, paths] of Object.entries(sights))
      describe(`as ${who},`, () => {
        for (const [path, ...expected] of paths)
          it(`sees ${expected.length === 0 ? 'nothing' : expected.join(', ')} at ${path}`, async () => {
            expect(await seen(who, path)).to.have.members(expected);
          });
      });

    describe('gets a tag', () => {
      const rename = (of: string, to: string): Promise<unknown> =>
        writeOnce(opened.unitOfWork)((transaction) =>
          ids.get(of)?.type === 'person'
            ? updatePerson(transaction, idOf(of), { attributes: { name: to }, linkage: {} })
            : updateComputer(transaction, idOf(of), { attributes: { serial: to }, linkage: {} }),
        );

      for (const [path, linked] of [
        ['/persons/{ada}', 'adas'],
        ['/persons/{ada}/relationships/computers', 'adas'],
        ['/computers/{bobs}?include=owner', 'bob'],
        ['/computers/{bobs}/relationships/owner', 'bob'],
        ['/computers/{bobs}/owner', 'bob'],
        ['/computers/{adas}/owner', 'adas2'],
      ] as const)
        it(`of ${path} that changes when a linked row is hidden`, async () => {
          const who = 'what is not hidden';
          const known = async (tag: string): Promise<number> =>
            (await send(who, path, { headers: { 'If-None-Match': tag } })).status;
          const before = await send(who, path);
          expect(await known(before.tag)).to.equal(304);
          await rename(linked, 'hidden');
          const without = await send(who, path);
          await rename(linked, linked);
          expect(without.text).not.to.equal(before.text);
          expect(without.tag).not.to.equal(before.tag);
          expect(await known(without.tag)).to.equal(200);
        });

      it('that differs from the tag of an actor with other claims, even for the same text', async () => {
        const [one, other] = [await send('some', '/persons/{ada}'), await send('more', '/persons/{ada}')];
        expect(one.text).to.equal(other.text);
        expect(one.tag).not.to.equal(other.tag);
        const asked = await send('some', '/persons/{ada}', { headers: { 'If-None-Match': other.tag } });
        expect(asked.status).to.equal(200);
      });

      it('with a change of a relationship that equals the tag of its GET', async () => {
        const path = '/persons/{ada}/relationships/computers';
        const body = JSON.stringify({ data: [{ type: 'computer', id: idOf('adas') }] });
        const linked = await send('self', path, { method: 'POST', body });
        expect(linked.status, linked.text).to.equal(200);
        expect((await send('self', path)).tag).to.equal(linked.tag);
      });

      it('that any actor can send in If-Match', async () => {
        const { tag } = await send('all', '/persons/{ada}');
        const data = { type: 'person', id: idOf('ada'), attributes: { birth_date: '1815-12-10' } };
        const changed = await send('self', '/persons/{ada}', {
          method: 'PATCH',
          headers: { 'If-Match': tag },
          body: JSON.stringify({ data }),
        });
        expect(changed.status, changed.text).to.equal(200);
        expect((await send('self', '/persons/{ada}')).tag).to.equal(changed.tag);
      });
    });

    it('gets a short response to a repeated request if its claims have changed', async () => {
      const request = {
        method: 'PATCH',
        headers: { 'Idempotency-Key': '"claims"' },
        body: JSON.stringify({ data: { type: 'person', id: idOf('ada'), attributes: { birth_date: '1815-12-11' } } }),
      };
      const first = await send('self', '/persons/{ada}', request);
      expect(first.status, first.text).to.equal(200);
      const repeated = await send('self', '/persons/{ada}', request);
      expect([repeated.status, repeated.text]).to.deep.equal([200, first.text]);
      const claims = { email: 'bob@example.org' };
      const later = await serveApp(opened.unitOfWork, {
        access: accessFor({ roles }, [{ name: 'self', role: 'self', claims }]),
      });
      const changed = await send('self', '/persons/{ada}', request, later.url);
      await later.close();
      expect(changed.headers.get('Idempotent-Replayed')).to.equal('true');
      expect([changed.status, JSON.parse(changed.text)]).to.deep.equal([
        200,
        { meta: { message: 'Already done; read the resource' }, jsonapi: { version: '1.0' } },
      ]);
    });
  });
}

interface Sent {
  readonly status: number;
  readonly text: string;
  readonly tag: string;
  readonly headers: Headers;
}
