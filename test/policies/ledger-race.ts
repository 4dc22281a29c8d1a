// Several actors write at the same time, while others move rows in and out of their sight. Afterwards the history of all
// rows must have only changes that their actors' rules could have allowed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Entity } from '#domain/entity';
import { Random } from '../chaos/random.ts';
import { all } from '../support/access.ts';
import { plantRows, readState, removeRows } from '../support/stored-rows.ts';
import { historyFaults, type Commit, type LoggedWrite } from './ledger-history.ts';
import type { LedgerActor, Role } from './ledger-policies.ts';
import {
  openLedgerStorage,
  serveLedger,
  type Fault,
  type LedgerService,
  type LedgerStorage,
  type SentRequest,
} from './ledger-service.ts';
import { operationOf, requestOf, type Write } from './ledger-writes.ts';
import { watchedTransaction, withAttempts } from './ledger-watched.ts';

const LONGEST_PAUSE_MILLIS = 10;
/** Few, so that writes collide. */
const PERSONS = 4;
const COMPUTERS = 7;
const TEAMS = ['a@x.org', 'b@x.org'] as const;
const own = { name: 'email', op: 'eq', val: { claim: 'email' } } as const;
const ofOwn = { name: 'owner', op: 'has', val: own } as const;
const free = { name: 'owner', op: 'eq', val: null } as const;

/** May change the persons of their team, and computers that belong to one of them or to nobody. */
const member: Role = {
  person: {
    read: { where: [{ or: [{ name: 'name', op: 'startswith', val: 'open' }, own] }] },
    create: { where: [own] },
    update: { where: [own] },
    delete: { where: [own] },
  },
  computer: {
    read: { where: [{ or: [{ name: 'serial', op: 'startswith', val: 'open' }, free, ofOwn] }] },
    create: {},
    update: { where: [{ or: [free, ofOwn] }] },
    delete: { where: [ofOwn] },
  },
};

const actors: readonly LedgerActor[] = [
  ...TEAMS.flatMap((email) =>
    [1, 2, 3].map((number) => ({
      name: `member ${number} of ${email}`,
      role: 'member',
      rules: member,
      claims: { email },
    })),
  ),
  // Movers give persons to other teams, and computers to other persons.
  ...[1, 2, 3].map((number) => ({ name: `mover ${number}`, role: 'mover', rules: all, claims: {} })),
];

export interface RaceReport {
  readonly violations: readonly string[];
  /** Answers by role and status, such as `member 403`. */
  readonly statuses: ReadonlyMap<string, number>;
  /** How many rows members have changed. */
  readonly changed: number;
}

/** @param runs how many writes each actor sends */
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
  const opened = await openLedgerStorage(storage);
  const { unitOfWork } = opened;
  const commits: Commit[] = [];
  const log: LoggedWrite[] = [];
  try {
    await removeRows(unitOfWork);
    const planted = await plantRows(unitOfWork, [
      ...Array.from({ length: PERSONS }, (_, index) => ({ person: `open ${index}`, email: TEAMS[index % 2] ?? null })),
      ...Array.from({ length: COMPUTERS }, (_, index) => ({
        computer: `closed ${index}`,
        ...(index % 3 > 0 && { owner: `open ${index % PERSONS}` }),
      })),
    ]);
    const before = await readState(unitOfWork);
    const ids = { person: new Set<string>(), computer: new Set<string>() };
    for (const { type, id } of planted.values()) ids[type].add(id);
    const service = await serveLedger(unitOfWork, actors, {
      ...fault,
      spoil: (use) => recording(fault.spoil?.(use) ?? use, commits),
    });
    await Promise.all(actors.map((actor) => writeOn({ random: random.fork(), service, actor, ids, log, runs })));
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
  readonly service: LedgerService;
  readonly actor: LedgerActor;
  readonly ids: Readonly<Record<'person' | 'computer', Set<string>>>;
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
    const isOurs = (value: string | null): value is string => value?.includes(actor.name) === true;
    log.push({ actor, status, tokens: tokens.filter(isOurs) });
    const added = wanted === 1 ? [document?.data] : (document?.['atomic:results'] ?? []).map(({ data }) => data);
    for (const each of added) if (isIdentifier(each)) ids[each.type].add(each.id);
    if (status < 300)
      for (const write of writes) {
        if (write.kind === 'delete person') ids.person.delete(write.of);
        if (write.kind === 'delete computer') ids.computer.delete(write.of);
      }
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

function isIdentifier(data: unknown): data is { readonly type: 'person' | 'computer'; readonly id: string } {
  return typeof data === 'object' && data !== null && 'id' in data;
}

function drawRacingWrite({ random, actor, ids }: Writer, token: string): Write {
  const pick = (from: ReadonlySet<string>): string => random.pick([...from].slice(-PERSONS - 2)) ?? '0';
  const [person, computer] = [() => pick(ids.person), () => pick(ids.computer)];
  const some = (): readonly string[] => Array.from({ length: 1 + random.below(2) }, computer);
  const [email = ''] =
    actor.role === 'mover' ? [random.pick(TEAMS)] : TEAMS.filter((each) => each === actor.claims['email']);
  const writes: readonly (() => Write)[] = [
    () => ({ kind: 'update person', of: person(), attributes: { name: token } }),
    () => ({ kind: 'update person', of: person(), attributes: { name: token }, computers: some() }),
    () => ({ kind: 'update computer', of: computer(), attributes: { serial: token } }),
    () => ({ kind: 'update computer', of: computer(), attributes: { serial: token }, owner: person() }),
    () => ({ kind: 'link', of: person(), computers: some() }),
    () => ({ kind: 'replace', of: person(), computers: some() }),
    () => ({ kind: 'unlink', of: person(), computers: some() }),
    () => ({ kind: 'reassign', of: computer(), owner: random.below(2) === 0 ? null : person() }),
    () => ({ kind: 'create computer', attributes: { serial: token }, owner: person() }),
  ];
  // A mover moves somebody to a team; a member may only keep persons in their own team.
  const giving = (): Write => ({ kind: 'update person', of: person(), attributes: { name: token, email } });
  if (random.below(2) === 0) return giving();
  const rare: readonly (() => Write)[] = [
    () => ({
      kind: 'create person',
      attributes: { name: token, email },
      computers: some(),
    }),
    () => ({ kind: 'delete computer', of: computer() }),
    () => ({ kind: 'delete person', of: person() }),
  ];
  return random.pick(random.below(12) === 0 ? rare : writes)?.() ?? { kind: 'delete person', of: '0' };
}
