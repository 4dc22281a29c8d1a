import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { writeRunner, type WriteTransaction } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { relationshipNames, relationshipOf } from '#domain/schema';
import { addDraft, addRows, everyRecord } from '../../contract/fixtures.ts';
import { exampleOf, toOneLinks, nextIndex } from '../../contract/rows-of-types.ts';
import { serverEngine } from '../../support/database-engines.ts';

/** Links whose target itself refers to other resources, and whose sources are deleted with their target. */
const cascading = toOneLinks.filter(
  ({ type, relationship, to }) =>
    relationshipOf(type, relationship).onDelete === 'cascade' && relationshipNames(to, 'one').length > 0,
);

describe('The deletion of the target of a relationship', () => {
  let database: Database;
  before(async () => {
    database = await serverEngine.open();
  });
  after(() => database.close());

  for (const { type, relationship, to, inverse } of cascading)
    it(`restarts if the ${relationship} of a ${type} changes after the lookup`, async () => {
      const unitOfWork = new SqlUnitOfWork(database);
      const [former = '', latter = ''] = await addRows(unitOfWork, to, 2);
      const sources = await unitOfWork.write(async (transaction) => {
        const targets = { ...exampleOf(type).targets, [relationship]: former };
        const drafts = [nextIndex(), nextIndex()].map((index) => ({ ...exampleOf(type, index), targets }));
        return Promise.all(drafts.map(async (draft) => (await addDraft(transaction, draft)).id));
      });
      let isMoved = false;
      /** Moves both sources as soon as the former target is known. */
      const moving = ({ repositories, ...transaction }: WriteTransaction): WriteTransaction => ({
        ...transaction,
        repositories: {
          ...repositories,
          [type]: {
            ...repositories[type],
            referringTo: async (name: string, ids: readonly string[]) => {
              const found = await repositories[type].referringTo(name, ids);
              if (!isMoved && found.length > 0) {
                isMoved = true;
                await writeRunner(unitOfWork)(async (other) =>
                  writes[to].toMany[inverse]?.link(other, latter, sources),
                );
              }
              return found;
            },
          },
        },
      });
      const [source = ''] = sources;
      await writeRunner(unitOfWork)(async (transaction) =>
        writes[type].toOne[relationship]?.remove(moving(transaction), source),
      );
      expect(isMoved).to.equal(true);
      const left = await everyRecord(unitOfWork);
      const ids = (of: string): readonly string[] => left.filter((each) => each.type === of).map(({ id }) => id);
      expect(ids(to)).to.include(former).and.not.include(latter);
      expect(ids(type).filter((id) => sources.includes(id))).to.deep.equal([]);
    });
});
