// The table of writes in docs/access.md, over HTTP: every write on every route that can do it, alone and as an
// operation of a list. No answer may name a hidden row. Afterwards all stored rows are compared, including hidden ones and versions.
import { expect } from 'chai';
import { atomicFormat } from '#adapters/http/api/media-types';
import type { ResourceIdentifier } from '#application/model/query';
import { nameOf, type Row, type State } from '../support/stored-rows.ts';
import { changeCases } from './rows/change-cases.ts';
import { createCases } from './rows/create-cases.ts';
import { GuardedRows, type Answer, type Identifiers, type OpenStorage } from './rows/guarded-rows.ts';
import { linkCases } from './rows/link-cases.ts';
import { removeCases } from './rows/remove-cases.ts';
import { NEW, standardRole, type Outcome, type WriteCase } from './rows/write-case.ts';

const CODES = { 403: 'forbidden', 404: 'object-not-found', 409: 'id-conflict', 412: 'precondition-failed' } as const;
/** Added by an operation before the tested one, so that a refusal has something to undo. */
const FIRST = { type: 'person', attributes: { name: 'first', email: null, birth_date: null } } as const;

/**
 * @param open opens an empty storage
 * @param ways `both` sends each write alone and as an operation; `in turn` alternates
 */
export function describeWritesOfRows(storage: string, open: OpenStorage, ways: 'both' | 'in turn' = 'both'): void {
  describe(`A role with rules on rows, with a storage ${storage},`, () => {
    let guarded: GuardedRows;
    before(async () => {
      guarded = await GuardedRows.open(open);
    });
    after(() => guarded.close());

    for (const [route, cases] of Map.groupBy([...createCases, ...changeCases, ...removeCases, ...linkCases], routeOf))
      describe(`that sends ${route}`, () => {
        beforeEach(() => guarded.replant());

        for (const [index, tested] of cases.entries()) {
          const { what, data, outcome, role = standardRole } = tested;
          const operation = operationOf(tested);
          const isAlone = operation === undefined || index % 2 === 0;
          if (ways === 'both' || isAlone)
            it(`${what}: ${inWords(outcome)}`, async () => {
              const answer = await guarded.send(role, tested, data === undefined ? undefined : { data });
              expectAnswer(answer, outcome, outcome.status, (at) =>
                at.startsWith('/') ? { pointer: at } : { parameter: at },
              );
              expect(hiddenIn(answer, guarded.ids)).to.deep.equal([]);
              expect(withoutNewIds(await guarded.state(), guarded.planted)).to.have.deep.members(
                expectedState(guarded.planted, guarded.ids, outcome),
              );
            });
          if (operation !== undefined && (ways === 'both' || !isAlone))
            it(`${what}, as an operation: ${inWords(outcome)}`, async () => {
              const headers = { Accept: atomicFormat.mediaType, 'Content-Type': atomicFormat.mediaType };
              const body = { 'atomic:operations': [{ op: 'add', data: FIRST }, operation] };
              const answer = await guarded.send(role, { method: 'POST', path: '/operations', headers }, body);
              expectAnswer(answer, outcome, 'stores' in outcome ? 200 : outcome.status, (at) => ({
                pointer: `/atomic:operations/1${at.startsWith('/') ? at : '/href'}`,
              }));
              expect(hiddenIn(answer, guarded.ids)).to.deep.equal([]);
              const first = { ...FIRST, version: 1 };
              expect(withoutNewIds(await guarded.state(), guarded.planted)).to.have.deep.members(
                expectedState(guarded.planted, guarded.ids, outcome, [first]),
              );
            });
        }
      });
  });
}

function routeOf({ method, path }: WriteCase): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`;
}

function inWords(outcome: Outcome): string {
  if (!('stores' in outcome)) return `refused with ${outcome.status}`;
  const { stores, adds, removes } = outcome;
  const changes = Object.keys(stores).length > 0 || adds !== undefined || removes !== undefined;
  return changes ? 'allowed' : 'allowed, without effect';
}

const CODE_OF = { POST: 'add', PATCH: 'update', DELETE: 'remove' } as const;

/** The same write as an operation; undefined if there is none, because operations only update to-one relationships. */
function operationOf({ method, path, data, headers }: WriteCase): object | undefined {
  if (path.endsWith('/relationships/owner') && method !== 'PATCH') return undefined;
  const ifMatch = headers?.['If-Match'];
  return {
    op: CODE_OF[method],
    href: path,
    ...(data !== undefined && { data }),
    ...(ifMatch !== undefined && { meta: { if_match: ifMatch } }),
  };
}

function expectAnswer(
  { status, text }: Answer,
  outcome: Outcome,
  expected: number,
  sourceAt: (at: string) => object,
): void {
  expect(status, text).to.equal(expected);
  if ('stores' in outcome) return;
  const { errors } = JSON.parse(text);
  const { at } = outcome;
  expect({ ...errors[0], detail: undefined, title: undefined }, text).to.deep.include({
    status: String(expected),
    code: CODES[outcome.status],
    ...(at !== undefined && { source: sourceAt(at) }),
  });
  expect(errors, text).to.have.length(1);
}

/** The hidden rows that an answer identifies. */
function hiddenIn({ text }: Answer, ids: Identifiers): readonly string[] {
  const isNamed = ({ type, id }: ResourceIdentifier): boolean => text.includes(`"type":"${type}","id":"${id}"`);
  return [...ids].flatMap(([name, row]) => (name.startsWith('hidden') && isNamed(row) ? [name] : []));
}

type AddedRow = Omit<Row, 'id' | 'owner'> & { readonly owner?: string };

/** The expected rows. */
function expectedState(
  planted: State,
  ids: Identifiers,
  outcome: Outcome,
  first: readonly AddedRow[] = [],
): readonly Row[] {
  if (!('stores' in outcome)) return [...planted.values()];
  const { stores, adds: added, removes = [] } = outcome;
  const ownerNamed = (name: string | null): string | null => (name === null ? null : (ids.get(name)?.id ?? name));
  const rows = new Map(planted);
  for (const [name, { owner, ...attributes }] of Object.entries(stores)) {
    const row = rowNamed(planted, ids, name);
    rows.set(nameOf(row), {
      ...row,
      attributes: { ...row.attributes, ...attributes },
      owner: owner === undefined ? row.owner : ownerNamed(owner),
      version: row.version + 1,
    });
  }
  for (const name of removes) rows.delete(nameOf(rowNamed(planted, ids, name)));
  const more = [...first, ...(added === undefined ? [] : [{ version: 1, ...added }])];
  return [...rows.values(), ...more.map(({ owner = null, ...row }) => ({ ...row, id: NEW, owner: ownerNamed(owner) }))];
}

function rowNamed(planted: State, ids: Identifiers, name: string): Row {
  const identifier = ids.get(name);
  const row = identifier && planted.get(nameOf(identifier));
  if (row === undefined) throw new Error(`there is no row ${name}`);
  return row;
}

/** The rows of a state, with `NEW` in place of new identifiers. */
function withoutNewIds(state: State, planted: State): readonly Row[] {
  return [...state.values()].map((row) => {
    const isNewOwner = row.owner !== null && !planted.has(nameOf({ type: 'person', id: row.owner }));
    return { ...row, id: planted.has(nameOf(row)) ? row.id : NEW, owner: isNewOwner ? NEW : row.owner };
  });
}
