import { expect } from 'chai';
import { ApiError } from '#adapters/http/api/errors';
import { wireNameOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { apiRoutes } from '#adapters/http/koa/routes';
import { nobody } from '#application/model/actor';
import { unconditional } from '#adapters/http/request/conditions';
import type { Json } from '#adapters/http/request/syntax/json';
import {
  EmptyRelationshipError,
  LinkedNotFoundError,
  NotFoundError,
  RelationshipRequiredError,
  StillReferencedError,
} from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { useCasesOn } from '#application/use-cases';
import { writes } from '#application/writing/writes';
import { writeRunner, type WriteTransaction } from '#application/writing/write-transaction';
import { unguarded } from '#application/writing/commands';
import type { Targets } from '#domain/entity';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { Random } from '../chaos/random.ts';
import { apiOf } from '../support/api-on-storage.ts';
import { addDraft, addRows, clear, completed, everyRecord } from './fixtures.ts';
import { exampleOf, links, membersOf, nextIndex, type Link } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const ROUNDS = 12;
const WRITERS = 16;
const HOLDERS = 4;
/** If a holder may have as many. */
const ITEMS = 8;
/** The most operations in a list. */
const LENGTH = 6;

/** Lists of operations lock more than single writes, and later than any of their operations alone would. */
export function describeConcurrencyOfLists(unitOfWork: CurrentUnitOfWork, deadlocks: () => number): void {
  describe('concurrent lists of operations and single writes', () => {
    // The operations name both sides, so clients must see both.
    for (const link of links.filter(isShown))
      it(`of ${link.type}.${link.relationship} neither deadlock nor fail, and leave both sides consistent`, async () => {
        const before = deadlocks();
        for (let round = 0; round < ROUNDS; round += 1) {
          await clear(unitOfWork());
          await race(unitOfWork(), link, new Random(round));
          await expectConsistent(unitOfWork(), link);
        }
        expect(deadlocks() - before, 'deadlocks').to.equal(0);
      });
  });
}

function isShown({ type, relationship, to, inverse }: Link): boolean {
  return [wireNameOf(resources[type], relationship), wireNameOf(resources[to], inverse)].every(
    (name) => name !== undefined,
  );
}

interface World {
  readonly link: Link;
  readonly holders: readonly string[];
  readonly items: readonly string[];
  /** Targets for the required relationships of new holders. A rule may require different ones for each holder. */
  readonly targets: Targets[];
  readonly random: Random;
}

async function race(unitOfWork: UnitOfWork, link: Link, random: Random): Promise<void> {
  const { type, relationship, to, inverse } = link;
  const most = membersOf(to, inverse, ITEMS);
  const holders = await addRows(unitOfWork, to, HOLDERS);
  const { isRequired } = relationshipOf(type, relationship);
  const items = await unitOfWork.write(async (transaction) => {
    const ids: string[] = [];
    await transaction.repositories[to].lock(holders);
    for (let made = 0; made < most; made += 1) {
      const target = isRequired || made % 2 === 0 ? (holders[made % HOLDERS] ?? null) : null;
      const example = exampleOf(type, made);
      const added = { ...example, targets: { ...example.targets, [relationship]: target } };
      ids.push((await addDraft(transaction, added)).id);
    }
    return ids;
  });
  const targets = await unitOfWork.write(async (transaction) => {
    const forEach: Targets[] = [];
    while (forEach.length < WRITERS * LENGTH) forEach.push((await completed(transaction, exampleOf(to))).targets);
    return forEach;
  });
  const world = { link, holders, items, targets, random };
  const operate = apiRoutes(apiOf(useCasesOn({ unitOfWork }))).find(({ name }) => name === 'operations')?.handler;
  if (operate === undefined) throw new Error('there is no route for lists of operations');
  const writes = Array.from({ length: WRITERS }, (_, index) => {
    if (index % 2 === 0) return writeRunner(unitOfWork)(singleWrite(world));
    const operations = Array.from({ length: 2 + random.below(LENGTH - 1) }, () => operation(world));
    const body = { document: { 'atomic:operations': operations } };
    return operate({ actor: nobody, path: '', id: '', queryString: '', body, conditions: unconditional });
  });
  const outcomes = await Promise.allSettled(writes);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(failures.filter((failure) => !isExpected(link, failure))).to.deep.equal([]);
}

/** True if a race can cause the failure: a resource is gone, a required link would be removed, or a referenced resource would be deleted. */
function isExpected({ type, relationship }: Link, failure: unknown): boolean {
  const { isRequired, onDelete } = relationshipOf(type, relationship);
  const isRefusal =
    (isRequired && isOf(failure, 'relationship-required', RelationshipRequiredError)) ||
    (onDelete === 'refuse' && isOf(failure, 'still-referenced', StillReferencedError));
  if (isRefusal) return true;
  if (failure instanceof ApiError) return failure.status === 404;
  return [NotFoundError, LinkedNotFoundError, EmptyRelationshipError].some((kind) => failure instanceof kind);
}

function isOf(failure: unknown, code: string, kind: typeof RelationshipRequiredError | typeof StillReferencedError) {
  return failure instanceof ApiError ? failure.errors.every((error) => error.code === code) : failure instanceof kind;
}

type Work = (transaction: WriteTransaction) => Promise<unknown>;

function singleWrite({ link: { type, relationship, to, inverse }, holders, items, random }: World): Work {
  const [holder, item, some] = [oneOf(random, holders), oneOf(random, items), random.sample(items, ITEMS)];
  const toMany = writes[to].toMany[inverse];
  const toOne = writes[type].toOne[relationship];
  if (toMany === undefined || toOne === undefined) throw new Error(`${type}.${relationship} has no writes`);
  const { remove } = writes[to];
  const works: readonly Work[] = [
    (transaction) => toMany.link(transaction, holder, some, unguarded),
    (transaction) => toMany.link(transaction, holder, some, unguarded),
    (transaction) => toMany.replace(transaction, holder, some, unguarded),
    (transaction) => toMany.unlink(transaction, holder, some, unguarded),
    (transaction) => toOne.assign(transaction, item, holder, unguarded),
    (transaction) => toOne.assign(transaction, item, null, unguarded),
    (transaction) => remove(transaction, holder, unguarded),
    (transaction) => toOne.remove(transaction, item, unguarded),
  ];
  return oneOf(random, random.below(4) === 0 ? works : works.slice(0, SPARING));
}

function operation({ link: { type, relationship, to, inverse }, holders, items, targets, random }: World): Json {
  const holder = { type: to, id: oneOf(random, holders) };
  const item = { type, id: oneOf(random, items) };
  const data = random.sample(items, ITEMS).map((id) => ({ type, id }));
  const linkage = { ...holder, relationship: wireName(to, inverse) };
  const relationships = { [wireName(to, inverse)]: { data } };
  const required = relationshipsToSend(to, targets.pop() ?? {});
  const operations: readonly Json[] = [
    { op: 'add', ref: linkage, data },
    { op: 'update', ref: linkage, data },
    { op: 'remove', ref: linkage, data },
    { op: 'update', data: { ...holder, relationships } },
    { op: 'update', ref: { ...item, relationship: wireName(type, relationship) }, data: oneOf(random, [holder, null]) },
    {
      op: 'add',
      data: { type: to, attributes: attributesToSend(to), relationships: { ...required, ...relationships } },
    },
    { op: 'remove', ref: holder },
    { op: 'remove', href: `${resources[type].path}/${item.id}/${wireName(type, relationship)}` },
  ];
  return oneOf(random, random.below(4) === 0 ? operations : operations.slice(0, SPARING));
}

function wireName(type: ResourceType, stored: string): string {
  return wireNameOf(resources[type], stored) ?? stored;
}

function attributesToSend(type: ResourceType): Readonly<Record<string, Json>> {
  const fields = Object.entries(writableAttributesOf(resources[type]));
  const { attributes } = exampleOf(type, nextIndex());
  return Object.fromEntries(fields.map(([name, { stored }]) => [name, attributes[stored] ?? null]));
}

function relationshipsToSend(type: ResourceType, targets: Targets): Readonly<Record<string, Json>> {
  const given = Object.entries(targets).filter(([, id]) => id !== null);
  return Object.fromEntries(
    given.map(([name, id]) => [wireName(type, name), { data: { type: relationshipOf(type, name).to, id } }]),
  );
}

/** The number of writes above, from the first, that delete nobody. */
const SPARING = 6;

function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const picked = random.pick(items);
  if (picked === undefined) throw new Error('there is nothing to pick');
  return picked;
}

async function expectConsistent(unitOfWork: UnitOfWork, { type, relationship, to, inverse }: Link): Promise<void> {
  const records = await everyRecord(unitOfWork);
  const fromHolders = records.flatMap((record) =>
    record.type === to ? (record.linkage[inverse] ?? []).map((item) => `${item} of ${record.id}`) : [],
  );
  const fromItems = records.flatMap((record) =>
    record.type === type ? (record.linkage[relationship] ?? []).map((holder) => `${record.id} of ${holder}`) : [],
  );
  expect(fromHolders).to.have.members(fromItems);
}
