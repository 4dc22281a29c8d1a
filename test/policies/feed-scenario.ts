// A storage, a policy and two readers of the feed. Many types of the roles can be judged alone.
import { MemoryStore } from '#adapters/memory/store';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { relationshipsOf } from '#adapters/http/api/resource-description';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { fillDatabase, fillMemory } from '../agreement/storages.ts';
import type { World } from '../agreement/world.ts';
import { embeddedEngine, serverEngine } from '../support/database-engines.ts';
import { withClaims, type Where } from './claims.ts';
import { hiddenFields } from './descriptions.ts';
import { Dice } from './dice.ts';
import { isOfOwnRow } from './feed-kinds.ts';
import type { Reader } from './feed-rows.ts';
import { matchingIn } from './matches.ts';
import type { PolicyInFile, RoleInFile } from './policy-in-file.ts';
import { drawWhere, selfService, type Drawn, type DrawnRole } from './roles.ts';
import { drawActors } from './scenario.ts';
import { openService, type Service } from './services.ts';
import type { StorageName } from './storages.ts';
import { smallWorlds } from './worlds.ts';

export interface FeedStorage {
  /** Fills it with a world, without changes in the feed. */
  fill(world: World): Promise<UnitOfWork>;
  close(): Promise<void>;
}

export const openFeedStorage: Readonly<Record<StorageName, () => Promise<FeedStorage>>> = {
  memory: async () => ({ fill: (world) => fillMemory(world, new MemoryStore()), close: async () => undefined }),
  server: async () => inDatabase(await serverEngine.open()),
  embedded: async () => inDatabase(await embeddedEngine.open()),
};

function inDatabase(database: Awaited<ReturnType<typeof serverEngine.open>>): FeedStorage {
  return { fill: (world) => fillDatabase(database, world), close: () => database.close() };
}

export interface FeedScenario {
  readonly world: World;
  readonly file: PolicyInFile;
  readonly readers: readonly Reader[];
  readonly unitOfWork: UnitOfWork;
  /** Open, with all rows. */
  readonly everything: Service;
  readonly dice: Dice;
  /** For the dice of streams, which are thrown in an order that depends on timing. */
  readonly streamSeed: number;
}

export async function drawFeedScenario(seed: number, storage: FeedStorage): Promise<FeedScenario> {
  const dice = new Dice(seed);
  // A leap could leave no identifiers for new resources.
  const world = { rows: dice.draw(smallWorlds).rows, leaps: perType(() => undefined) };
  const unitOfWork = await storage.fill(world);
  const everything = await openService({ unitOfWork });
  const drawn = { world, dice, matching: matchingIn(everything) };
  const itsOwn = seed % 10 === 5 ? selfService(drawn) : undefined;
  const one = itsOwn ?? (await drawFeedRole(drawn));
  const isAlike = seed % 10 === 9;
  const two = isAlike ? { ...one, rules: withFewerAttributes(one.rules, dice) } : await drawFeedRole(drawn);
  const file = { anonymous: 'two', roles: { one: one.rules, two: two.rules } };
  const readers = isAlike ? alikeReaders(one, two) : drawActors({ one, two }, world, dice);
  return { world, file, readers, unitOfWork, everything, dice, streamSeed: seed };
}

/** Readers who see the same rows with different fields, so that their streams share more than in other scenarios. */
function alikeReaders(one: DrawnRole, two: DrawnRole): readonly Reader[] {
  return [
    { actor: { subject: 'first', role: 'one', claims: one.claims }, rules: one.rules },
    { actor: { subject: 'second', role: 'two', claims: two.claims }, rules: two.rules },
  ];
}

async function drawFeedRole(drawn: Drawn): Promise<DrawnRole> {
  const { dice } = drawn;
  const claims: Record<string, unknown> = {};
  const readable = dice.chance(0.9) ? resourceTypes : dice.some(resourceTypes, 0.7);
  const rules: { -readonly [Type in keyof RoleInFile]: RoleInFile[Type] } = {};
  for (const type of readable) {
    const where = await drawFeedWhere(type, drawn);
    rules[type] = { read: { ...(where && { where: withClaims(where, claims, 0.4, dice) }) } };
  }
  return { rules: withFewerFields(rules, 0.5, dice), claims };
}

/** Keeps the relationships, which decide what can be judged alone. */
function withFewerAttributes(of: RoleInFile, dice: Dice): RoleInFile {
  const rules: { -readonly [Type in keyof RoleInFile]: RoleInFile[Type] } = { ...of };
  for (const type of resourceTypes) {
    const { read } = rules[type] ?? {};
    if (read === undefined) continue;
    const hidden = hiddenFields(rules, resources[type]);
    const fields = Object.keys(resources[type].fields).filter(
      (name) =>
        name !== 'id' && !hidden.includes(name) && (name in relationshipsOf(resources[type]) || dice.chance(0.5)),
    );
    rules[type] = { read: { ...read, fields } };
  }
  return rules;
}

/** @param share of the types that have fewer, from 0 to 1 */
function withFewerFields(of: RoleInFile, share: number, dice: Dice): RoleInFile {
  const rules: { -readonly [Type in keyof RoleInFile]: RoleInFile[Type] } = { ...of };
  for (const type of resourceTypes) {
    const { read } = rules[type] ?? {};
    if (read === undefined) continue;
    const visible = Object.keys(resources[type].fields).filter(
      (name) => name !== 'id' && !hiddenFields(rules, resources[type]).includes(name),
    );
    if (dice.chance(share)) rules[type] = { read: { ...read, fields: dice.some(visible, 0.6) } };
  }
  return rules;
}

/** Draws conditions that mostly need only the row itself, or none. */
async function drawFeedWhere(type: ResourceType, drawn: Drawn): Promise<Where | undefined> {
  const roll = drawn.dice.below(10);
  if (roll < 3) return undefined;
  return drawWhere(type, drawn, roll < 8 ? (where) => isOfOwnRow(type, where) : undefined);
}
