// Measures the deletion of a person with very many computers, which all change in one transaction.
import { join } from 'node:path';
import type { Pool } from 'pg';
import { startOther, startSecond } from '../loaded-service.ts';
import { median } from '../median.ts';
import { startListening, type ListeningProcess } from '../start-listening.ts';
import type { Figure } from './figure.ts';
import { growthDuring } from './peak-memory.ts';

const [MOST_SECONDS, MOST_MEGABYTES] = [10, 64];
/** Operations in one list. */
const AT_ONCE = 10_000;
const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const PROJECT = join(import.meta.dirname, '../..');

interface Side {
  readonly title: string;
  /** Starts a new process and creates the data. Also returns the identifier of the person. */
  readonly start: () => Promise<{ readonly side: ListeningProcess; readonly id: string }>;
}

interface Deletion {
  readonly seconds: number;
  /** In MiB. */
  readonly growth: number;
}

interface Size {
  readonly links: number;
  readonly rounds: number;
  /** The folder of another version to compare with. */
  readonly against: string | undefined;
}

/** @param pool of a database whose service may be running */
export async function measureDeletion(databaseUrl: string, pool: Pool, size: Size): Promise<readonly Figure[]> {
  const { links, against } = size;
  const onServer =
    (start: () => Promise<ListeningProcess>, isKept = true): Side['start'] =>
    async () => {
      await pool.query({ text: 'update change_head set is_kept = $1', values: [isKept] });
      const id = await addOwner(pool, links);
      return { side: await start(), id };
    };
  const inMemory =
    (folder: string): Side['start'] =>
    async () => {
      const side = await startListening('src/start.js', MEMORY, [], folder);
      await ownInMemory(side, links);
      return { side, id: '1' };
    };
  const figures = [
    ...(await compare('server', size, [
      { title: 'this version', start: onServer(() => startSecond(databaseUrl, {})) },
      { title: 'its feed turned off', start: onServer(() => startSecond(databaseUrl, {}), false) },
      ...(against === undefined
        ? []
        : [{ title: 'the other version', start: onServer(() => startOther(against, databaseUrl)) }]),
    ])),
    ...(await compare('memory', size, [
      { title: 'this version', start: inMemory(PROJECT) },
      ...(against === undefined ? [] : [{ title: 'the other version', start: inMemory(against) }]),
    ])),
  ];
  await pool.query({ text: 'update change_head set is_kept = true' });
  return figures;
}

/** Deletes on each side in turn. The first side is compared with the last. */
async function compare(storage: string, { rounds, against }: Size, sides: readonly Side[]): Promise<readonly Figure[]> {
  const deletions = sides.map((): Deletion[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { title, start }] of sides.entries()) {
      const deletion = await deleteOnce(start);
      deletions[index]?.push(deletion);
      console.error(`${storage}, ${title}: ${deletion.seconds.toFixed(1)} s, ${deletion.growth.toFixed(0)} MiB`);
    }
  const medians = deletions.map((each) => ({
    seconds: median(each.map(({ seconds }) => seconds)),
    growth: median(each.map(({ growth }) => growth)),
  }));
  const [own, other] = [medians[0], against === undefined ? undefined : medians.at(-1)];
  return [
    ...sides.flatMap(({ title }, index): readonly Figure[] => [
      {
        title: `${storage}, ${title}: time`,
        value: medians[index]?.seconds ?? NaN,
        unit: 's',
        ...(index === 0 && { most: MOST_SECONDS }),
      },
      { title: `${storage}, ${title}: memory above idle`, value: medians[index]?.growth ?? NaN, unit: 'MiB' },
    ]),
    ...(own && other
      ? [
          {
            title: `${storage}: memory more than the other version`,
            value: own.growth - other.growth,
            unit: 'MiB',
            most: MOST_MEGABYTES,
          },
        ]
      : []),
  ];
}

async function deleteOnce(start: Side['start']): Promise<Deletion> {
  const { side, id } = await start();
  try {
    // A first request opens connections and compiles code.
    const found = await fetch(`${side.url}/persons/${id}?fields%5Bperson%5D=name`);
    await found.arrayBuffer();
    const { result, growth } = await growthDuring(side.pid, async () => {
      const began = performance.now();
      const response = await fetch(`${side.url}/persons/${id}`, { method: 'DELETE' });
      const text = await response.text();
      if (!response.ok) throw new Error(`DELETE: ${text}`);
      return (performance.now() - began) / 1000;
    });
    return { seconds: result, growth };
  } finally {
    await side.stop();
  }
}

/** Replaces the data left by an earlier deletion. */
async function addOwner(pool: Pool, links: number): Promise<string> {
  await pool.query({ text: `delete from computer where serial like 'OWNED-%'` });
  const { rows } = await pool.query<{ id: string }>({
    text: `
      with owner as (insert into person (name) values ('Owner') returning id), owned as (
        insert into computer (serial, owner_id) select 'OWNED-' || n, owner.id from owner, generate_series(1, ${links}) n
      ) select id::text from owner`,
  });
  await pool.query({ text: 'vacuum analyze computer, person' });
  await pool.query({ text: 'checkpoint' });
  return rows[0]?.id ?? '';
}

const MEMORY = { DATABASE_URL: 'memory:', MAX_OPERATIONS: String(AT_ONCE), MAX_BODY_BYTES: String(64 * 1024 * 1024) };

async function ownInMemory({ url }: ListeningProcess, links: number): Promise<void> {
  await operate(url, [{ op: 'add', data: { type: 'person', attributes: { name: 'Owner' } } }]);
  const owner = { data: { type: 'person', id: '1' } };
  for (let first = 0; first < links; first += AT_ONCE)
    await operate(
      url,
      Array.from({ length: Math.min(AT_ONCE, links - first) }, (_, index) => ({
        op: 'add',
        data: { type: 'computer', attributes: { serial: `OWNED-${first + index}` }, relationships: { owner } },
      })),
    );
}

async function operate(url: string, operations: readonly object[]): Promise<void> {
  const headers = { 'content-type': ATOMIC, accept: ATOMIC };
  const response = await fetch(`${url}/operations`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ 'atomic:operations': operations }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST /operations: ${text.slice(0, 500)}`);
}
