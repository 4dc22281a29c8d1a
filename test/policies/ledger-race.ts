// Several actors write at the same time, while others move rows in and out of their sight. Afterwards the history of all
// rows must have only changes that their actors' rules could have allowed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Entity } from '#domain/entity';
import { perType, type ResourceType } from '#domain/schema';
import { Random } from '../chaos/random.ts';
import { clear } from '../contract/fixtures.ts';
import { actorsOn, attributesFor, findCourse, HOLDERS, rowsOn, TEAMS, type Course } from './ledger-course.ts';
import { historyFaults, type Commit, type LoggedWrite } from './ledger-history.ts';
import type { LedgerActor } from './ledger-policies.ts';
import { plantRows, readState } from './ledger-rows.ts';
import { endNamed, endsOf, type Values } from './ledger-schema.ts';
import {
  openLedgerStorage,
  serveLedger,
  type Fault,
  type LedgerService,
  type LedgerStorage,
  type SentRequest,
} from './ledger-service.ts';
import { operationOf, requestOf } from './ledger-messages.ts';
import type { Linkage, Write } from './ledger-writes.ts';
import { watchedTransaction, withAttempts } from './ledger-watched.ts';

const LONGEST_PAUSE_MILLIS = 10;
export interface RaceReport {
  readonly violations: readonly string[];
  /** Answers by role and status, such as `member 403`. */
  readonly statuses: ReadonlyMap<string, number>;
  /** How many rows members have changed. */
  readonly changed: number;
}

/**
 * @param runs how many writes each actor sends
 * @throws Error if the model has no relationship suitable for a race
 */
export async function runRace({
  storage,
  runs,
  seed,
  fault = {},
}: {
  readonly storage: LedgerStorage;
  readonly runs: number;
  readonly seed: number;
  readonly fault?: Fault;
}): Promise<RaceReport> {
  const random = new Random(seed);
  const course = findCourse();
  if (course === undefined) throw new Error('the model has no relationship suitable for a race');
  const actors = actorsOn(course);
  const opened = await openLedgerStorage(storage);
  const { unitOfWork } = opened;
  const commits: Commit[] = [];
  const log: LoggedWrite[] = [];
  try {
    await clear(unitOfWork);
    const planted = await plantRows(unitOfWork, rowsOn(course));
    const before = await readState(unitOfWork);
    const ids = perType((type) => new Set(planted[type]));
    const service = await serveLedger(unitOfWork, actors, {
      ...fault,
      spoil: (use) => recording(fault.spoil?.(use) ?? use, commits),
    });
    await Promise.all(
      actors.map((actor) => writeOn({ random: random.fork(), course, service, actor, ids, log, runs })),
    );
    await service.close();
    const after = await readState(unitOfWork);
    const statuses = new Map<string, number>();
    for (const { actor, status } of log)
      statuses.set(`${actor.role} ${status}`, (statuses.get(`${actor.role} ${status}`) ?? 0) + 1);
    return {
      violations: historyFaults({ before, after, commits, log, actors }),
      statuses,
      changed: commits.filter(({ actor }) => actor.startsWith('member')).flatMap(({ stored }) => stored).length,
    };
  } finally {
    await opened.close();
  }
}

function recording(...[use, commits]: [Parameters<typeof withAttempts>[0], Commit[]]): typeof use {
  return withAttempts(
    use,
    (transaction) => {
      const stored: Entity[] = [];
      const removed: Pick<Entity, 'type' | 'id'>[] = [];
      const watcher = {
        stored: (entities: readonly Entity[]) => void stored.push(...entities),
        removed: (entity: Pick<Entity, 'type' | 'id'>) => void removed.push(entity),
      };
      return { ...watchedTransaction(transaction, watcher), stored, removed };
    },
    {
      // Holding the locks longer makes other transactions wait for them.
      committing: () => pause(LONGEST_PAUSE_MILLIS * Math.random()),
      committed: ({ stored, removed }, { subject }) =>
        void commits.push({ actor: subject.replace('key:', ''), stored, removed }),
    },
  );
}

interface Writer {
  readonly random: Random;
  readonly course: Course;
  readonly service: LedgerService;
  readonly actor: LedgerActor;
  readonly ids: Readonly<Record<ResourceType, Set<string>>>;
  readonly log: LoggedWrite[];
  readonly runs: number;
}

async function writeOn(writer: Writer): Promise<void> {
  const { random, service, actor, ids, log, runs } = writer;
  for (let index = 0; index < runs; index += 1) {
    const wanted = random.below(4) === 0 ? 2 : 1;
    const token = (number: number): string =>
      `${random.pick(['open', 'closed']) ?? ''} ${actor.name} ${index}.${number}`;
    const writes = Array.from({ length: wanted }, (_, number) => drawRacingWrite(writer, token(number)));
    const { status, document } = await service.send(actor, requestFor(writes));
    const tokens = writes.flatMap((write) => ('attributes' in write ? Object.values(write.attributes) : []));
    const isOurs = (value: unknown): value is string => typeof value === 'string' && value.includes(actor.name);
    log.push({ actor, status, tokens: tokens.filter(isOurs) });
    const added = wanted === 1 ? [document?.data] : (document?.['atomic:results'] ?? []).map(({ data }) => data);
    for (const each of added) if (isIdentifier(each)) ids[each.type].add(each.id);
    if (status < 300) for (const write of writes) if (write.kind === 'delete') ids[write.type].delete(write.of);
  }
}

function requestFor(writes: readonly Write[]): SentRequest {
  const [first] = writes;
  if (first !== undefined && writes.length === 1) {
    const { method, path, data } = requestOf(first);
    return { method, path, body: data === undefined ? undefined : { data } };
  }
  const operations = writes.map((write, index) => operationOf(write, index, false)?.operation);
  return { method: 'POST', path: '/operations', body: { 'atomic:operations': operations } };
}

function isIdentifier(data: unknown): data is { readonly type: ResourceType; readonly id: string } {
  return typeof data === 'object' && data !== null && 'id' in data;
}

function drawRacingWrite({ random, course, actor, ids }: Writer, token: string): Write {
  const { link, team, holderText, itemText } = course;
  const pick = (from: ReadonlySet<string>): string => random.pick([...from].slice(-HOLDERS - 2)) ?? '0';
  const [holder, item] = [() => pick(ids[link.holder]), () => pick(ids[link.item])];
  const some = (type: ResourceType): readonly string[] =>
    Array.from({ length: 1 + random.below(2) }, () => pick(ids[type]));
  // Every relationship between the two types, if there are several.
  const between = [link.holder, link.item]
    .flatMap((type) => endsOf(type))
    .filter(({ link: { item, holder } }) => item === link.item && holder === link.holder);
  const names = between.filter(({ isMany }) => !isMany).map(({ name }) => name);
  /** A to-many relationship from either type to the other, a resource that has it, and resources to name as its members. */
  const aSet = () => {
    const end = random.pick(between.filter(({ isMany }) => isMany)) ?? endNamed(link.holder, link.ofHolder);
    return { end, of: pick(ids[end.from]), items: some(end.to) };
  };
  const updateHolder = (attributes: Values, linkage: Linkage = {}): Write => {
    return { kind: 'update', type: link.holder, of: holder(), attributes, linkage };
  };
  const updateItem = (linkage: Linkage): Write => {
    return { kind: 'update', type: link.item, of: item(), attributes: { [itemText]: token }, linkage };
  };
  const create = (type: ResourceType, given: Values, linkage: Linkage): Write => {
    return { kind: 'create', type, attributes: attributesFor(type, given), linkage };
  };
  const writes: readonly (() => Write)[] = [
    () => updateHolder({ [holderText]: token }),
    () => updateHolder({ [holderText]: token }, { [link.ofHolder]: some(link.item) }),
    () => updateItem({}),
    () => updateItem(Object.fromEntries(names.map((name) => [name, holder()]))),
    () => ({ kind: 'link', ...aSet() }),
    () => ({ kind: 'replace', ...aSet() }),
    () => ({ kind: 'unlink', ...aSet() }),
    () => ({
      kind: 'reassign',
      end: endNamed(link.item, link.ofItem),
      of: item(),
      holder: random.below(2) === 0 ? null : holder(),
    }),
    () => create(link.item, { [itemText]: token }, { [link.ofItem]: holder() }),
  ];
  // A mover moves somebody to a team; a member may only keep holders in their own team.
  const own = TEAMS.find((each) => each === actor.claims['team']) ?? random.pick(TEAMS) ?? null;
  const given = { [holderText]: token, [team]: own };
  if (random.below(2) === 0) return updateHolder(given);
  const rare: readonly (() => Write)[] = [
    () => create(link.holder, given, { [link.ofHolder]: some(link.item) }),
    () => ({ kind: 'delete', type: link.item, of: item() }),
    () => ({ kind: 'delete', type: link.holder, of: holder() }),
  ];
  return random.pick(random.below(12) === 0 ? rare : writes)?.() ?? { kind: 'delete', type: link.holder, of: '0' };
}
