// Reads of any type: what is stored comes back, from both sides of each relationship, by page and as a stream.
import { expect } from 'chai';
import { hasIdentifier } from '#application/model/filter';
import type { ResourceRecord, SortKey } from '#application/model/query';
import { relationshipNames, relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import { related } from './filter-notation.ts';
import { fillEveryType, type Filled } from './filled.ts';
import { clear, findIds, queryFor, wholeView } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { walk } from './walk.ts';

const PAGE = 2;

export function describeReads(unitOfWork: CurrentUnitOfWork): void {
  describe('reads of every type', () => {
    let filled: Filled = () => [];

    before(async () => {
      filled = await fillEveryType(unitOfWork());
    });
    after(() => clear(unitOfWork()));

    for (const type of resourceTypes) {
      it(`return a ${type} as it is stored, with all its linkage`, async () => {
        const { records } = await unitOfWork().reader.find(queryFor(type, wholeView.selections[type]));
        expect(records).to.deep.equal(filled(type));
      });

      it(`stream every ${type} as it is listed`, async () => {
        const query = queryFor(type, wholeView.selections[type]);
        const streamed: ResourceRecord[] = [];
        for await (const { records } of unitOfWork().stream((reader) => reader.stream(query)))
          streamed.push(...records);
        expect(streamed).to.deep.equal(filled(type));
      });

      it(`lead through every ${type} by pages, in any order`, async () => {
        const { reader } = unitOfWork();
        for (const sort of ordersOf(type)) {
          const query = queryFor(type, { sort });
          const expected = await findIds(reader, query);
          for (const direction of ['after', 'before'] as const) {
            const pages = await walk(reader, query, { size: PAGE, direction });
            expect(
              pages.flatMap(({ records }) => records.map(({ id }) => id)),
              JSON.stringify(sort),
            ).to.deep.equal(expected);
          }
        }
      });

      for (const relationship of Object.keys(schema[type].relationships)) {
        const { to } = relationshipOf(type, relationship);

        it(`bring along the ${relationship} of every ${type}, once each`, async () => {
          const selection = { relationship, ...wholeView.selections[to] };
          const found = await unitOfWork().reader.find(
            queryFor(type, { linkage: [relationship], related: [selection] }),
          );
          const ids = new Set(found.records.flatMap(({ linkage }) => linkage[relationship] ?? []));
          const expected = [...ids].flatMap((id) => filled(to).filter((record) => record.id === id));
          expect(expected).not.to.deep.equal([]);
          expect(found.related).to.deep.equal(expected);
        });

        it(`find a ${type} by its ${relationship}`, async () => {
          for (const { id } of filled(to)) {
            const filter = related(relationship, hasIdentifier(id));
            const expected = filled(type).filter(({ linkage }) => linkage[relationship]?.includes(id));
            expect(await findIds(unitOfWork().reader, queryFor(type, { filter }))).to.deep.equal(
              expected.map((record) => record.id),
            );
          }
        });
      }
    }
  });
}

/** By each attribute in both directions, and by the identifier of each target. */
function ordersOf(type: ResourceType): readonly (readonly SortKey[])[] {
  const targets = relationshipNames(type, 'one').map((name) => ({ path: [name], attribute: 'id' }));
  const own = ['id', ...Object.keys(schema[type].attributes)].map((attribute) => ({ path: [], attribute }));
  return [...own, ...targets].flatMap((key) => [true, false].map((descending) => [{ ...key, descending }]));
}
