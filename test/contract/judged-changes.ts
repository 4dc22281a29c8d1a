import { expect } from 'chai';
import { everything, type Filter } from '#application/model/filter';
import { writeRunner } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { kindOf } from '#domain/kinds';
import { relationshipNames, relationshipOf, schema, type Attributes, type ResourceType } from '#domain/schema';
import { exampleOf, nextIndex, standAlone } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

/** Past rows are judged as they were at the time, even if they and the rows that they refer to have changed since. */
export function describeJudgedChanges(current: CurrentUnitOfWork): void {
  describe('the feed of changes, judging rows', () => {
    for (const type of standAlone)
      it(`judges each ${type} before and after its changes as reads did then`, async () => {
        const run = writeRunner(current());
        const create = (of: ResourceType, linkage: Linkage): Promise<string> =>
          run(async (transaction) => {
            const { attributes } = exampleOf(of, nextIndex());
            return (await writes[of].create(transaction, { attributes, linkage })).id;
          });
        const targets = new Map<string, string>();
        for (const name of linkable(type)) targets.set(name, await create(relationshipOf(type, name).to, {}));
        const { attributes } = exampleOf(type, nextIndex());
        const filters = filtersOf(type, attributes, targets);
        const since = await current().changes.end();
        const states = new Map<number, readonly boolean[]>();

        const id = await create(type, Object.fromEntries(targets));
        const observe = async (): Promise<void> => {
          const met = filters.map(async (filter) => await found(current, type, id, filter));
          const [version] = await Promise.all([found(current, type, id, everything)]);
          if (version !== undefined)
            states.set(
              version,
              (await Promise.all(met)).map((each) => each !== undefined),
            );
        };
        await observe();
        const unset = Object.entries(schema[type].attributes).filter(
          ([, { isRequired, stamped }]) => !isRequired && stamped === undefined,
        );
        const unlinked = Object.fromEntries([...targets.keys()].map((name) => [name, null]));
        const updates: readonly Parameters<(typeof writes)[ResourceType]['update']>[2][] = [
          { attributes, linkage: {} },
          { attributes: Object.fromEntries(unset.map(([name]) => [name, null])), linkage: {} },
          { attributes: {}, linkage: unlinked },
          { attributes: {}, linkage: Object.fromEntries(targets) },
        ];
        for (const update of updates) {
          await run((transaction) => writes[type].update(transaction, id, update));
          await observe();
        }
        await run((transaction) => writes[type].remove(transaction, id));
        for (const [name, target] of targets)
          await run((transaction) => writes[relationshipOf(type, name).to].remove(transaction, target));

        const none = filters.map(() => false);
        for (const [index, filter] of filters.entries()) {
          const { changes } = await current().changes.look({
            after: since,
            most: 1000,
            of: [{ type, id }],
            rows: { [type]: filter },
          });
          expect(changes.length).to.be.greaterThan(2);
          for (const { action, version, met } of changes) {
            const [was, is] = {
              created: [none, states.get(version)],
              updated: [states.get(version - 1), states.get(version)],
              deleted: [states.get(version), none],
            }[action];
            const expected = { before: was?.[index], after: is?.[index] };
            expect(met, `${action} at ${version}: ${JSON.stringify(filter)}`).to.deep.equal(expected);
          }
        }
      });
  });
}

type Linkage = Readonly<Record<string, string | null>>;

/** The to-one relationships to types that need no other resource, and that do not prevent the deletion of their target. */
function linkable(type: ResourceType): readonly string[] {
  return relationshipNames(type, 'one').filter((name) => standAlone.includes(relationshipOf(type, name).to));
}

/** Conditions of each kind on each attribute and to-one relationship of a row. */
function filtersOf(
  type: ResourceType,
  attributes: Attributes,
  targets: ReadonlyMap<string, string>,
): readonly Filter[] {
  const own = Object.entries(attributes).flatMap(([attribute, value]): Filter[] => {
    if (value === null) return [];
    const equal: Filter = { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'value', value } };
    const text: Filter = { kind: 'text', attribute, comparison: 'startsWith', value: String(value).slice(0, 3) };
    const tested: Filter[] = [
      equal,
      { kind: 'unset', attribute },
      { kind: 'in', attribute, values: [value] },
      { kind: 'compare', attribute, comparison: 'greater', operand: { kind: 'value', value } },
      { kind: 'compare', attribute, comparison: 'equal', operand: { kind: 'attribute', attribute: 'id' } },
      ...(kindOf(schema[type].attributes[attribute]?.kind ?? 'text').isText ? [text] : []),
    ];
    return [...tested, ...tested.map((filter): Filter => ({ kind: 'not', filter }))];
  });
  const related = [...targets].flatMap(([relationship, target]): Filter[] => {
    const linked: Filter = { kind: 'related', relationship, filter: everything };
    return [
      linked,
      { kind: 'not', filter: linked },
      { kind: 'related', relationship, filter: { kind: 'in', attribute: 'id', values: [target] } },
      {
        kind: 'related',
        relationship,
        filter: { kind: 'not', filter: { kind: 'in', attribute: 'id', values: [target] } },
      },
    ];
  });
  return [...own, ...related, everything];
}

/** The version of the resource if it meets the filter. */
async function found(
  current: CurrentUnitOfWork,
  type: ResourceType,
  id: string,
  filter: Filter,
): Promise<number | undefined> {
  const identified: Filter = { kind: 'and', filters: [filter, { kind: 'in', attribute: 'id', values: [id] }] };
  const query = { type, filter: identified, sort: [], page: undefined, attributes: [], linkage: [], total: false };
  const { records } = await current().reader.find({ ...query, version: true });
  return records[0]?.version;
}
