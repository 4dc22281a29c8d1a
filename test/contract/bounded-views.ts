// Views with bounds show the same whether they are read whole or in parts.
import { expect } from 'chai';
import { everything, hasIdentifier } from '#application/model/filter';
import type { Bound, CursorPage, ListPosition, ResourceRecord, SortKey } from '#application/model/query';
import type { View } from '#application/model/view';
import { FindResource } from '#application/reading/find-resource';
import { readResourceInParts } from '#application/reading/read-in-parts';
import { assemble } from '../support/assemble.ts';
import { and, compare, not, related } from './filter-notation.ts';
import { findIds, queryFor, wholeView } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { expectSame } from './whole-lists.ts';

const bySerial: readonly SortKey[] = [{ path: [], attribute: 'serial', descending: true }];
const late = not(compare('serial', 'less', 'S3'));

/** Bounds on each person's computers. A list reads the linkage of long pages separately. */
const bounds: readonly (readonly [name: string, bound: Partial<Bound>])[] = [
  ['those that match', { filter: late }],
  ['all, in another order', { sort: bySerial }],
  ['a short page', { filter: late, sort: bySerial, page: pageOf('after', 2), total: true }],
  ['a long page', { filter: late, sort: bySerial, page: pageOf('after', 450), total: true }],
  ['a long page up to the end', { sort: bySerial, page: pageOf('before', 450) }],
  ['a long page behind a position', { sort: bySerial, page: pageOf('after', 350, { keys: ['S8'], id: '0' }) }],
  ['a page of everything', { page: pageOf('after', 5000), total: true }],
];

/** @param personIds ascending; the first person has many computers */
export function describeBoundedViews(unitOfWork: CurrentUnitOfWork, personIds: () => readonly string[]): void {
  for (const [name, bound] of bounds) {
    const computers: Bound = { filter: everything, sort: [], page: undefined, total: false, ...bound };

    it(`show the same as a whole list within bounds: ${name}`, async () => {
      for (const include of [undefined, [['computers', 'owner', 'computers'], ['computers']]]) {
        const view = viewWithin(computers, include);
        const request = { type: 'person', filter: everything, sort: [], page: undefined, total: true, view } as const;
        const { data, included } = await expectSame(unitOfWork(), request);
        expect(data[0]?.linkage['computers']).to.deep.equal(await membersOf(unitOfWork, personIds()[0], computers));
        if (include === undefined) continue;
        const linked = linkedComputers([...data, ...included]);
        const shown = included.filter(({ type }) => type === 'computer').map(({ id }) => id);
        expect(new Set(shown)).to.deep.equal(linked);
      }
    });

    it(`show a resource within bounds of its own, and those of its type where it is included: ${name}`, async () => {
      const [id = ''] = personIds();
      const ofType: Bound = { filter: everything, sort: [], page: pageOf('after', 3), total: false };
      const view = { ...viewWithin(ofType, [['computers', 'owner']]), primaryBounds: { computers } };
      const found = await new FindResource(unitOfWork()).execute('person', id, view, 10_000);
      if (found.kind !== 'whole') throw new Error('the resource is not read as a whole');
      const { record, included = [] } = found.whole;
      expect(record.linkage['computers']).to.deep.equal(await membersOf(unitOfWork, id, computers));
      const again = included.find((each) => each.type === 'person');
      expect(again?.linkage['computers']).to.deep.equal(await membersOf(unitOfWork, id, ofType));
      const parts = unitOfWork().stream((reader) => readResourceInParts(reader, 'person', id, view, 10_000));
      const { data, included: streamed } = await assemble(parts);
      expect([data, streamed]).to.deep.equal([[record], included]);
    });
  }
}

function pageOf(direction: CursorPage['direction'], size: number, position?: ListPosition): CursorPage {
  return { kind: 'cursor', size, direction, position };
}

/** @param computers the bound on each person's computers */
function viewWithin(computers: Bound, include: View['include']): View {
  const { selections } = wholeView;
  return { selections: { ...selections, person: { ...selections.person, bounds: { computers } } }, include };
}

/** The computers of a person within a bound, found as a list. */
function membersOf(
  unitOfWork: CurrentUnitOfWork,
  owner = '',
  { filter, sort, page }: Bound,
): Promise<readonly string[]> {
  const owned = and(related('owner', hasIdentifier(owner)), filter);
  return findIds(unitOfWork().reader, queryFor('computer', { filter: owned, sort, page }));
}

function linkedComputers(records: readonly ResourceRecord[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ linkage }) => linkage['computers'] ?? []));
}
