// Before a row is measured: the peers answer and store the same data as the service.
import { strictEqual } from 'node:assert/strict';
import { read, type Request, type Row } from '../rows.ts';
import type { LoadedDatabase } from '../sides.ts';
import { factsOf, requireSame, type Facts, type Part } from './answer-facts.ts';
import type { Peer } from './peers.ts';

/** As many from the beginning and from the second half, which changes again what the first has changed. */
const SAMPLE = 3;
const TIMEOUT_MILLIS = 60_000;

/** A peer that runs. */
export interface RunningPeer extends Peer {
  readonly url: string;
}

/** @throws Error when a peer answers or stores other data than the service, apart from what it says of itself */
export async function checkPeers(row: Row, database: LoadedDatabase, peers: readonly RunningPeer[]): Promise<void> {
  const { service } = database;
  const expected = await outcomeOf(row, row.requests, database, service.url);
  for (const peer of peers) {
    const requests = peer.ask(row);
    if (requests === undefined) continue;
    const differing = partsThatDiffer(peer, row);
    try {
      const outcome = await outcomeOf(row, requests, database, peer.url);
      requireSame(outcome.answers, expected.answers, differing);
      requireSame(outcome.stored, expected.stored, []);
      if (!differing.includes('versions')) strictEqual(outcome.changes, expected.changes);
    } catch (cause) {
      throw new Error(`${row.name}: ${peer.name} differs from the service`, { cause });
    }
  }
}

function partsThatDiffer({ differs }: Peer, row: Row): readonly Part[] {
  return Object.entries(differs).flatMap(([part, rows]) => (rows.includes(row.name) ? [part as Part] : []));
}

interface Outcome {
  readonly answers: readonly Facts[];
  /** As the service then shows it. */
  readonly stored: readonly Facts[];
  /** With versions. */
  readonly changes: string;
}

/** Sends some requests of a row, and restores what they have changed. */
async function outcomeOf(row: Row, requests: Row['requests'], database: LoadedDatabase, url: string): Promise<Outcome> {
  const answers: Facts[] = [];
  for (const request of sampleOf(requests(0, database.persons)))
    answers.push(await factsFrom(url, request, row.creates));
  if (!row.writes) return { answers, stored: [], changes: '' };
  const stored: Facts[] = [];
  for (const request of sampleOf(row.requests(0, database.persons)))
    stored.push(await factsFrom(database.service.url, showingEffect(request), row.creates));
  const changes = await database.changes();
  await database.restore();
  return { answers, stored, changes };
}

function sampleOf(requests: readonly Request[]): readonly Request[] {
  const half = Math.ceil(requests.length / 2);
  return [...requests.slice(0, Math.min(SAMPLE, half)), ...requests.slice(half, half + SAMPLE)];
}

/** Shows the person that a request of the service writes; one that it creates is found by its name. */
function showingEffect({ path, body = '' }: Request): Request {
  const [, , id] = path.split('/');
  if (id !== undefined) return read(`/persons/${id}?include=computers`);
  const { data } = JSON.parse(body) as { readonly data: { readonly attributes: { readonly name: string } } };
  return read(`/persons?filter=${JSON.stringify([{ name: 'name', op: 'eq', val: data.attributes.name }])}`);
}

/** @throws AssertionError when the answer is an error */
async function factsFrom(url: string, { path, ...request }: Request, creates: boolean): Promise<Facts> {
  const response = await fetch(url + path, {
    ...request,
    headers: { ...request.headers, connection: 'close' },
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  const text = await response.text();
  strictEqual(response.ok, true, `${request.method} ${path}: ${response.status} ${text}`);
  return factsOf(response.status, text, creates);
}
