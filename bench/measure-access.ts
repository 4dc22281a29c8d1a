// The cost of a policy: the service without one, and with one, called with API keys and with tokens; and lists of the rows that a role may read next to
// the same lists by a filter. All in turn, on one database.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { MOST_TOKENS } from '#adapters/authentication/jwt-authenticator';
import { all, bearer, keyEntry, writeAccessFiles } from '#test/support/access';
import { Cleanup } from './cleanup.ts';
import { startSecond } from './loaded-service.ts';
import { loadSide, WARM_UP_SECONDS } from './load-side.ts';
import type { Round } from './measure.ts';
import { median } from './median.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { CONNECTIONS, rows, type Row } from './rows.ts';
import { startDatabase } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';
import { summaryOf, summaryText, type Summary } from './summary.ts';
import { tableOf } from './table.ts';

interface Way {
  readonly title: string;
  /** The title of the way that it is compared with. */
  readonly beside: string;
  readonly side: ListeningProcess;
  readonly path?: string;
  /** Makes what each connection sends in the next round. */
  readonly headers: () => Promise<HeadersOf>;
  /** True if the database's CPU time counts as well. */
  readonly withDatabase?: boolean;
  /** Upper limits of what it adds. */
  readonly limits: { readonly ratio?: number; readonly micros?: number };
}

type Headers = Readonly<Record<string, string>>;
/** The headers of the requests of a connection, in turn. */
type HeadersOf = (connection: number) => readonly Headers[];

interface Cost {
  readonly title: string;
  /** CPU time in milliseconds per request. */
  readonly cpu: number;
  /** The same divided by that of what it is compared with. */
  readonly ratio: Summary;
  /** The difference from it, in microseconds per request. */
  readonly added: Summary;
  readonly missed: readonly string[];
}

/** Of each connection: all together are more than the service keeps, so sent in a circle each is new again. */
const NEW_TOKENS = Math.ceil((1.1 * MOST_TOKENS) / CONNECTIONS);
const NO_POLICY = 'no policy';
const EXPECTED = { JWT_ISSUER: 'https://issuer.example.org/', JWT_AUDIENCE: 'https://api.example.org/' };

/** Lists of rows by a filter, and roles that may read these rows only; the key of a role has the claims. */
const lists = {
  'a page of many persons': {
    path: '/persons',
    role: {
      person: { read: { where: [{ name: 'birth_date', op: 'ge', val: { claim: 'since' } }] } },
      computer: { read: {} },
    },
    claims: { since: '1980-01-01' },
    filter: [{ name: 'birth_date', op: 'ge', val: '1980-01-01' }],
  },
  'the computers of one person': {
    path: '/computers',
    role: {
      person: { read: { where: [{ name: 'email', op: 'eq', val: { claim: 'email' } }] } },
      computer: { read: { where: [{ name: 'owner__email', op: 'eq', val: { claim: 'email' } }] } },
    },
    claims: { email: 'p7@example.org' },
    filter: [{ name: 'owner__email', op: 'eq', val: 'p7@example.org' }],
  },
} as const;

/** Loads each way in turn, `rounds` times. */
export async function measureAccess({ scale, rounds, seconds }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  try {
    const database = cleanup.add(await startDatabase(scale));
    const roles = Object.fromEntries(Object.entries(lists).map(([name, { role }]) => [name, role]));
    const files = writeAccessFiles({ roles: { all, ...roles } });
    const keys = Object.entries(lists).map(([name, { claims }]) => ({ ...keyEntry(name, name), claims }));
    files.writeKeys([keyEntry('all', 'all'), ...keys]);
    cleanup.add({ stop: async () => files.remove() });
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const JWT_KEY = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const environment = { ...files.environment, ...EXPECTED, JWT_KEY };
    const side = cleanup.add(await startSecond(database.databaseUrl, environment));
    const [own, known] = [bearer('all'), await signedHeaders(privateKey, 1)];
    const ways: readonly Way[] = [
      { title: NO_POLICY, beside: NO_POLICY, side: database.service, headers: async () => () => [{}], limits: {} },
      { title: 'API key', beside: NO_POLICY, side, headers: async () => () => [own], limits: { ratio: 1.1 } },
      { title: 'token', beside: NO_POLICY, side, headers: async () => known, limits: { micros: 60 } },
      {
        title: 'new tokens',
        beside: NO_POLICY,
        side,
        headers: () => signedHeaders(privateKey, NEW_TOKENS),
        limits: {},
      },
      ...waysOfLists(side),
    ];
    const round = async ({ side: asked, headers, path }: Way, duration: number): Promise<Round> =>
      loadSide(askedWith(await headers(), path), database, asked, duration);
    for (const way of ways) await round(way, WARM_UP_SECONDS);
    const turns: Round[][] = [];
    while (turns.length < rounds) {
      const turn: Round[] = [];
      for (const way of ways) turn.push(await round(way, seconds));
      turns.push(turn);
      console.error(`round ${turns.length}: ${turn.map(({ cpu }) => cpu.toFixed(3)).join(' / ')} ms`);
    }
    const costs = ways.map((way) => costOf(way, ways, turns));
    return {
      title: 'Access',
      load: `GET /persons/{id}, and lists (with the CPU of the database), ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s a way, ${database.persons} persons; in parentheses the interquartile range`,
      database: database.version,
      rows: costs,
      table: tableOf(
        ['asked with', 'CPU, ms', 'ratio', 'added, µs', 'target'],
        costs.map((cost, index) => [
          cost.title,
          cost.cpu.toFixed(3),
          summaryText(cost.ratio),
          `${cost.added.median.toFixed(0)} (${cost.added.iqr.toFixed(0)})`,
          targetText(ways[index]?.limits ?? {}, cost),
        ]),
      ),
      missed: costs.flatMap(({ missed }) => missed),
    };
  } finally {
    await cleanup.run();
  }
}

/** @param count of each connection */
async function signedHeaders(key: KeyObject, count: number): Promise<HeadersOf> {
  const sign = (): Promise<string> =>
    new SignJWT({ role: 'all' })
      .setProtectedHeader({ alg: 'ES256' })
      .setSubject('somebody')
      .setIssuer(EXPECTED.JWT_ISSUER)
      .setAudience(EXPECTED.JWT_AUDIENCE)
      .setExpirationTime('1 day')
      .sign(key);
  const tokens = await Promise.all(Array.from({ length: count * CONNECTIONS }, sign));
  const headers = tokens.map((token) => ({ Authorization: `Bearer ${token}` }));
  return (connection) => headers.slice(connection * count, (connection + 1) * count);
}

function waysOfLists(side: ListeningProcess): readonly Way[] {
  return Object.entries(lists).flatMap(([name, { path, filter }]): readonly Way[] => {
    const byFilter = `${name}, by a filter`;
    const filtered = `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    const way = { beside: byFilter, side, withDatabase: true };
    return [
      { ...way, title: byFilter, path: filtered, headers: async () => () => [bearer('all')], limits: {} },
      { ...way, title: `${name}, by a where`, path, headers: async () => () => [bearer(name)], limits: { ratio: 1.1 } },
    ];
  });
}

/** @param path of a list; undefined: single persons */
function askedWith(headersOf: HeadersOf, path?: string): Row {
  const person = rows.find(({ name }) => name === 'person');
  if (person === undefined) throw new Error('there is no row person');
  return {
    ...person,
    requests: (connection, persons) => {
      const headers = headersOf(connection);
      const requests = path === undefined ? person.requests(connection, persons) : [{ method: 'GET', path } as const];
      return Array.from({ length: Math.max(headers.length, requests.length) }, (_, index) => ({
        ...(requests[index % requests.length] ?? { method: 'GET', path: '/' }),
        headers: headers[index % headers.length] ?? {},
      }));
    },
  };
}

function costOf(way: Way, ways: readonly Way[], turns: readonly (readonly Round[])[]): Cost {
  const { title, beside, limits, withDatabase = false } = way;
  const cpuOf = (round: Round | undefined): number =>
    round === undefined ? NaN : round.cpu + (withDatabase ? round.databaseCpu : 0);
  const [base, index] = [ways.findIndex((each) => each.title === beside), ways.indexOf(way)];
  const pairs = turns.map((turn) => [cpuOf(turn[base]), cpuOf(turn[index])] as const);
  const ratio = summaryOf(pairs.map(([without, cpu]) => cpu / without));
  const added = summaryOf(pairs.map(([without, cpu]) => 1000 * (cpu - without)));
  const missed: string[] = [];
  // Negated, so that NaN misses the target.
  if (limits.ratio !== undefined && !(ratio.median <= limits.ratio))
    missed.push(`${title}: ratio ${ratio.median.toFixed(2)}, target at most ${limits.ratio}`);
  if (limits.micros !== undefined && !(added.median <= limits.micros))
    missed.push(`${title}: adds ${added.median.toFixed(0)} µs, target at most ${limits.micros}`);
  return { title, cpu: median(pairs.map(([, cpu]) => cpu)), ratio, added, missed };
}

function targetText({ ratio, micros }: Way['limits'], { missed }: Cost): string {
  const target = ratio === undefined ? micros && `${micros} µs` : `${ratio}`;
  return target === undefined ? '–' : `${missed.length === 0 ? 'reached' : 'MISSED'}: ≤ ${target}`;
}
