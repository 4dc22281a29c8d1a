import { resources } from '#test/support/model';
import { expect } from 'chai';
import { operationsOf, type Operation } from '#adapters/http/api/operations';
import { plainDialect } from '#adapters/http/api/media-types';
import { cursorCodec } from '#adapters/http/request/query/cursors';
import { newReadCache, readerOfRequests, type SentRead } from '#adapters/http/request/read-cache';
import type { Read, ReadConfig } from '#adapters/http/request/read';
import { nobody } from '#application/model/actor';
import { configWith } from '../../../../support/parse-query.ts';

const config = configWith({});
const operations = operationsOf(config.limits, resources);

function operationCalled(name: string): Operation {
  const operation = operations.find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return operation;
}

describe('Reading requests', () => {
  const cache = newReadCache();
  const read = (name: string, sent: Partial<SentRead> = {}, rules: Partial<ReadConfig> = {}): Promise<Read> => {
    const readRequest = readerOfRequests({ ...config, ...rules }, async () => cursorCodec('secret', resources), cache);
    return readRequest(operationCalled(name), { actor: nobody, queryString: '', ...sent });
  };
  beforeEach(() => cache.clear());

  it('parses a query string once for each operation', async () => {
    const queryString = 'sort=name';
    expect(await read('persons.list', { queryString })).to.equal(await read('persons.list', { queryString }));
    expect(await read('persons.list', { queryString })).not.to.equal(await read('persons.list'));
    expect(await read('persons.detail')).not.to.equal(await read('persons.update'));
  });

  it('shares results only among roles with the same read rules', async () => {
    const own = await read('persons.detail', {}, { readDigest: 'some rules' });
    expect(await read('persons.detail', {}, { readDigest: 'some rules' })).to.equal(own);
    expect(await read('persons.detail', {}, { readDigest: 'other rules' })).not.to.equal(own);
    expect(await read('persons.detail')).not.to.equal(own);
  });

  it('gives actors with different claims different variants', async () => {
    const rules = { readDigest: 'some rules', readClaims: ['team'] };
    const variantFor = async (claims: object): Promise<string> =>
      (await read('persons.detail', { actor: { claims: { ...claims } } }, rules)).variant;
    expect(await variantFor({ team: 1, name: 'Ada' })).to.equal(await variantFor({ team: 1, name: 'Bob' }));
    expect(await variantFor({ team: 1 })).not.to.equal(await variantFor({ team: 2 }));
    expect(await variantFor({})).not.to.equal(await variantFor({ team: 2 }));
  });

  it('caches neither problems, nor pages by cursor, nor long query strings', async () => {
    const queryString = 'sort=wrong';
    for (let time = 0; time < 2; time += 1)
      expect(await read('persons.list', { queryString }).catch((error: unknown) => error)).to.have.property(
        'status',
        400,
      );
    await read('persons.list', { dialect: { version: '1.1', cursors: true } });
    await read('persons.list', { queryString: 'page[after]=' });
    await read('persons.list', { queryString: `filter[name]=${'x'.repeat(500)}` });
    expect(cache.size).to.equal(0);
  });

  it('caches reads with bounds, but not their cursors, nor the dialect of a client', async () => {
    const queryString = 'page[computers][size]=2';
    const dialect = { version: '1.1', cursors: false } as const;
    const plain = await read('persons.detail', { queryString });
    const asked = await read('persons.detail', { queryString, dialect });
    expect(cache.size).to.equal(1);
    expect([...cache.values()].map(({ cursors, dialect: cached }) => [cursors, cached])).to.deep.equal([
      [undefined, plainDialect],
    ]);
    expect([plain.dialect, asked.dialect]).to.deep.equal([plainDialect, dialect]);
    // Every member of a dialect counts, also one that is added later.
    const further = await read('persons.detail', { queryString, dialect: { ...dialect, ...{ further: true } } });
    expect(new Set([plain, asked, further].map(({ variant }) => variant)).size).to.equal(3);
    for (const { cursors, view } of [plain, asked]) {
      expect(cursors?.codec).to.be.a('function');
      expect(view.include).to.equal(plain.view.include);
    }
    expect([plain.view.omitsPrimary, asked.view.omitsPrimary]).to.deep.equal([undefined, true]);
    expect((await read('persons.detail')).dialect).to.equal(plainDialect);
  });

  it('caches the first page of a relationship, but no page at a cursor', async () => {
    const first = await read('persons.computers.linkage', { queryString: 'page[size]=2' });
    expect([first.members?.page?.kind, typeof first.cursors?.codec]).to.deep.equal(['cursor', 'function']);
    expect(cache.size).to.equal(1);
    await read('persons.computers.linkage', { queryString: 'page[size]=2&page[after]=' });
    await read('persons.computers.linkage', {
      queryString: 'page[size]=2',
      dialect: { version: '1.1', cursors: true },
    });
    expect(cache.size).to.equal(1);
  });

  it('writes the cursors of bounds with the secret of the present epoch', async () => {
    let secret = 'one';
    const readRequest = readerOfRequests(config, async () => cursorCodec(secret, resources), cache);
    const sort = [{ path: ['owner'], attribute: 'name', descending: false }];
    const cursorOf = async (): Promise<string | undefined> => {
      const sent = { actor: nobody, queryString: 'page[computers][size]=1&includeSort=computers.owner__name' };
      const { cursors } = await readRequest(operationCalled('persons.detail'), sent);
      return cursors?.codec({ type: 'computer', sort }).encode({ keys: ['Ada'], id: '7' });
    };
    const before = await cursorOf();
    expect(await cursorOf()).to.equal(before);
    secret = 'other';
    expect(await cursorOf()).not.to.equal(before);
    expect(cache.size).to.equal(1);
  });

  it('does not open cursors for an operation without pages', async () => {
    const openCursors = (): never => {
      throw new Error('cursors were opened');
    };
    const readRequest = readerOfRequests(config, openCursors, cache);
    for (const name of ['persons.detail', 'persons.update', 'persons.export.csv'])
      expect(
        await readRequest(operationCalled(name), { actor: nobody, queryString: 'page[after]=' }).catch(
          (error: unknown) => error,
        ),
      ).to.have.property('status', 400);
  });

  it('gives cursor pages to a client that asks for them, even if a numbered page is cached', async () => {
    expect((await read('persons.list')).page?.kind).to.equal('numbered');
    expect((await read('persons.list', { dialect: { version: '1.1', cursors: true } })).page?.kind).to.equal('cursor');
    expect((await read('persons.list')).page?.kind).to.equal('numbered');
  });

  it('caches the last thousand reads', async () => {
    await read('persons.list', { queryString: 'page[number]=1' });
    for (let number = 2; number <= 1001; number += 1)
      await read('persons.list', { queryString: `page[number]=${number}` });
    expect(
      [...cache.keys()].map((key) => Number(/\d+$/.exec(key)?.[0])).toSorted((one, other) => one - other)[0],
    ).to.equal(2);
    expect(cache.size).to.equal(1000);
  });
});
