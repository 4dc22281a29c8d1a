// Writes that name hidden rows get the same response, byte for byte, as writes that name missing ones.
import { expect } from 'chai';
import { GuardedRows, type OpenStorage } from './rows/guarded-rows.ts';
import { hiddenOwners, hiddenRequests } from './rows/hidden-requests.ts';
import { standardRole, type WriteCase } from './rows/write-case.ts';

/** @param open opens an empty storage */
export function describeWritesOfUnseenRows(storage: string, open: OpenStorage): void {
  describe(`A role that writes to hidden rows, with a storage ${storage},`, () => {
    let guarded: GuardedRows;
    before(async () => {
      guarded = await GuardedRows.open(open);
      await guarded.replant();
    });
    after(() => guarded.close());

    /** The answers to a request about one row and about another, with the names of both replaced. */
    async function answersAbout(
      [row, other]: readonly [string, string],
      { method, path, data, headers = {} }: (typeof hiddenRequests)[number],
    ): Promise<readonly unknown[]> {
      const key = headers['Idempotency-Key'];
      const answers: unknown[] = [];
      for (const name of [row, other]) {
        const inPlace = guarded.ids.has(name) ? `{${name}}` : name;
        const about = (text: string): string => text.replaceAll(`{${row}}`, inPlace);
        const keyed = key === undefined ? headers : { ...headers, 'Idempotency-Key': `${key}-${crypto.randomUUID()}` };
        const body = data === undefined ? undefined : JSON.parse(about(JSON.stringify({ data })));
        const { status, text } = await guarded.send(standardRole, { method, path: about(path), headers: keyed }, body);
        const own = new RegExp(`(?<=[/" ])(?:${name}|${guarded.ids.get(name)?.id ?? name})(?=[/" ])`, 'g');
        answers.push([status, text.replaceAll(own, 'ROW')]);
      }
      return answers;
    }

    for (const request of hiddenRequests) {
      const [, row = ''] = /\{(hidden\w+)\}/.exec(request.path + JSON.stringify(request.data)) ?? [];
      it(`gets the response for a missing row to ${inShort(request)}`, async () => {
        const [hidden, missing] = await answersAbout([row, '987654321'], request);
        expect(hidden).to.deep.equal(missing);
      });
    }
    for (const request of hiddenOwners)
      it(`gets the response for a computer without an owner to ${inShort(request)}`, async () => {
        const [hidden, none] = await answersAbout(['ofHidden', 'free'], request);
        expect(hidden).to.deep.equal(none);
      });
  });
}

function inShort({ method, path, data, headers }: Pick<WriteCase, 'method' | 'path' | 'data' | 'headers'>): string {
  return `${method} ${path} ${data === undefined ? '' : JSON.stringify(data)} ${JSON.stringify(headers)}`;
}
