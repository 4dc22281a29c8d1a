import { expect } from 'chai';
import { bodyCheck } from '../../fuzz/body-checks.ts';
import { followSets } from '../../fuzz/follow-ups.ts';
import { PART } from '../../fuzz/entity-tags.ts';
import { headerViolation } from '../../fuzz/header-checks.ts';
import type { Header, RequestInput } from '../../fuzz/input.ts';
import { writeRequest } from '../../fuzz/requests.ts';
import { checkSets, type SetDocument } from '../../fuzz/set-checks.ts';
import { MEDIA_TYPE } from '../../support/media-types.ts';

const self = '/persons/1/relationships/computers';
const related = '/persons/1/computers';
const next = `${self}?sort=serial&page%5Bsize%5D=1&page%5Bafter%5D=A`;

interface Said {
  readonly ids?: readonly string[];
  readonly pages?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A document of a person that shows some computers. */
function personWith({ ids = ['7'], pages = { prev: null, next }, meta = { complete: false } }: Said): SetDocument {
  const data = ids.map((id) => ({ type: 'computer', id }));
  const computers = { links: { self, related, ...pages }, data, ...(Object.keys(meta).length > 0 && { meta }) };
  return { data: { type: 'person', id: '1', relationships: { computers } } };
}

describe('The checks of included sets', () => {
  const whole = { prev: null, next: null };
  const right: Readonly<Record<string, Said>> = {
    'a whole relationship': { pages: {}, meta: {} },
    'a first page': {},
    'the only page': { pages: whole, meta: {} },
    'a first page with a total': { meta: { complete: false, count: 2, page: { total: 2 } } },
    'the only page of what matches': { pages: whole, meta: { complete: false, count: 1, page: { total: 1 } } },
    'nothing that matches': { ids: [], pages: whole, meta: { complete: false } },
  };
  for (const [what, said] of Object.entries(right))
    it(`accept ${what}`, () => {
      expect(() => {
        checkSets(personWith(said));
      }).not.to.throw();
    });

  const wrong: readonly (readonly [Said, string])[] = [
    [{ meta: {} }, 'a part is called complete'],
    [{ meta: { complete: true } }, 'complete is not false'],
    [{ pages: { next } }, 'a page before the first one'],
    [{ pages: { prev: null } }, 'no link to the next page'],
    [{ ids: ['7', '8'] }, 'a page of 2, and the next of 1'],
    [{ pages: { prev: null, next: self } }, 'a next page that begins at no cursor'],
    [{ meta: { complete: false, count: 1, page: { total: 1 } } }, 'a page behind the last one'],
    [{ meta: { complete: false, count: 2 } }, 'a count is not the total'],
    [{ pages: whole, meta: { count: 2, page: { total: 2 } } }, 'no next page'],
    [{ pages: {}, meta: { count: 0, page: { total: 0 } } }, 'fewer matches than members'],
  ];
  for (const [said, fault] of wrong)
    it(`find ${fault}`, () => {
      expect(() => {
        checkSets(personWith(said));
      }).to.throw(`computers of person 1: ${fault}`);
    });

  it('find an included resource that nothing links to, twice, or with another linkage', () => {
    const computer = (id: string) => ({ type: 'computer', id });
    const owned = (owner: string | null, more: object = {}) => ({
      ...computer('7'),
      relationships: { owner: { data: owner === null ? null : { type: 'person', id: owner } } },
      ...more,
    });
    const documents: readonly (readonly [SetDocument, fault: string | undefined])[] = [
      [{ ...personWith({}), included: [computer('7')] }, undefined],
      [{ ...personWith({}), included: [computer('8')] }, 'nothing links to the included computer 8'],
      [{ ...personWith({}), included: [computer('7'), computer('7')] }, 'a resource is included twice'],
      [{ data: owned('1', { links: {} }), included: [owned('1')] }, undefined],
      [{ data: owned('1', { links: {} }), included: [owned(null)] }, 'computer 7 has two linkages'],
    ];
    for (const [document, fault] of documents) {
      const check = (): void => {
        checkSets(document);
      };
      if (fault === undefined) expect(check).not.to.throw();
      else expect(check).to.throw(fault);
    }
  });

  it('find a document of JSON:API 1.0 with a profile in its media type', () => {
    const check = bodyCheck(`${MEDIA_TYPE};profile="urn:uuid:0d3f4c62-7c0f-4d5a-9f0b-5b6f1f0e8a17"`, 200);
    expect(() => check?.('{"data":null,"jsonapi":{"version":"1.0"}}', 200)).to.throw('1.0 with');
  });

  it('find a set that is replaced by a part', () => {
    const replaced = answer(200, '');
    const input = request('PATCH', self, [['If-Match', `"a.1${PART}"`]]);
    expect(headerViolation(replaced, input)).to.equal('a set is replaced by a part');
    expect(headerViolation(replaced, request('PATCH', self, [['If-Match', `"a.1${PART}", "a.1"`]]))).to.equal(
      undefined,
    );
    expect(headerViolation(replaced, request('POST', self, [['If-Match', `"a.1${PART}"`]]))).to.equal(undefined);
  });

  describe('that read a set to its end', () => {
    const first = answer(200, JSON.stringify(personWith({})));
    const page = (ids: readonly string[], link: string | null = null) =>
      answer(200, JSON.stringify({ data: ids.map((id) => ({ type: 'computer', id })), links: { next: link } }));

    it('accept the list of the related resources', async () => {
      expect(await violations([first, page(['8'], next), page(['9']), page(['7', '8', '9'])])).to.deep.equal([]);
    });

    it('find pages that lead nowhere, end too early or repeat a member', async () => {
      expect(await violations([first, answer(400, ''), page(['7'])])).to.have.length(1);
      expect(await violations([first, page(['8']), page(['7', '8', '9'])])).to.deep.equal([
        'the pages of a set have 7,8, not 7,8,9',
      ]);
      expect(await violations([first, page(['7', '8']), page(['7', '8'])])).to.have.length(1);
    });

    async function violations(answers: readonly ReturnType<typeof answer>[]): Promise<readonly string[]> {
      const rest = [...answers];
      const targets: string[] = [];
      const send = (inputs: readonly RequestInput[]) => {
        targets.push(...inputs.map(({ target }) => target));
        return Promise.resolve(inputs.map((input) => ({ input, answers: rest.splice(0, 1), fault: undefined })));
      };
      const found: string[] = [];
      for await (const { violation } of followSets({ send }, [{ input: request('GET', '/persons/1'), answer: first }]))
        if (violation !== undefined) found.push(violation);
      expect(rest, 'answers that nobody asked for').to.deep.equal([]);
      expect(targets.at(-1)).to.equal(`${related}?sort=serial&page%5Bsize%5D=0`);
      return found;
    }
  });
});

function request(method: string, target: string, headers: readonly Header[] = []): RequestInput {
  const bytes = writeRequest(method, target, headers, undefined);
  return { kind: 'request', method, target, headers, bytes, document: Buffer.alloc(0), requestId: undefined };
}

function answer(status: number, body: string) {
  const headers = { 'content-type': MEDIA_TYPE, 'cache-control': 'private, no-cache' };
  return { status, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };
}
