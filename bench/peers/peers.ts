// The peers that are measured next to the service, and the features that each of them leaves out.
import { join } from 'node:path';
import type { Row } from '../rows.ts';
import type { Part } from './answer-facts.ts';
import { askKurier, askNestjs } from './requests.ts';

export interface Peer {
  /** Its column. */
  readonly name: string;
  /** Holds its `package.json`. */
  readonly folder: string;
  /** The file that starts it, relative to the folder. */
  readonly entry: string;
  /** The packages of its `package.json` that it uses. All by default. */
  readonly packages?: readonly string[];
  /** The requests of a row in its own language; undefined if it cannot answer them. */
  readonly ask: (row: Row) => Row['requests'] | undefined;
  /** The rows in which it answers or stores something else than the service. All other parts are compared. */
  readonly differs: Readonly<Partial<Record<Part, readonly string[]>>>;
  /** The features that it lacks. */
  readonly notes: readonly string[];
}

const PROJECT = join(import.meta.dirname, '../..');
const askLikeTheService = (row: Row): Row['requests'] => row.requests;

export const peers: readonly Peer[] = [
  {
    name: 'bare Koa',
    folder: PROJECT,
    entry: 'bench/peers/bare-koa.ts',
    packages: ['koa', 'pg'],
    ask: askLikeTheService,
    differs: {},
    notes: [
      'same documents, totals, locks and versions; writes read what they answer, and commit only what could be rendered',
      'knows only these requests: no checks of query, head or document, no errors, entity tags, preconditions, logs or metrics',
    ],
  },
  {
    name: 'Koa and MikroORM',
    folder: PROJECT,
    entry: 'bench/peers/koa-mikro-orm.ts',
    packages: ['koa', '@koa/router', 'koa-bodyparser', '@mikro-orm/postgresql'],
    ask: askLikeTheService,
    // Linking raises the versions of computers only.
    differs: { linkage: ['bounded'], included: ['bounded'], versions: ['link'] },
    notes: [
      'same documents and totals; loads whole computers for the linkage of persons, and counts the rows of the table for a total',
      'includes all computers of a person, even in the row that asks for three',
      'no locks: an update of a row that has changed since it was read fails, and linking leaves the versions of persons alone',
      'writes answer what they have in memory; page and total are read by statements with different snapshots',
      'no prepared statements; no checks of query, head or document, no entity tags, preconditions, logs or metrics',
    ],
  },
  {
    name: 'Kurier',
    folder: join(import.meta.dirname, 'kurier'),
    entry: 'start.js',
    ask: askKurier,
    differs: {
      total: ['persons', 'filter'],
      linkage: ['person', 'persons', 'create', 'update', 'link'],
      versions: ['update', 'link'],
      ids: ['link'],
      values: ['link'],
      included: ['link'],
    },
    notes: [
      'no totals, no links; linkage of owners only, unless included',
      'include of a list is not measured, because its answer is wrong: each person has the computers of all, and all are included once per person',
      'linking is PATCH of the computer, which answers the computer: it has no POST to a relationship',
      'no locks, versions or entity tags; every read is a transaction; no prepared statements; does not check attributes; answers application/json',
    ],
  },
  {
    name: 'json-api-nestjs',
    folder: join(import.meta.dirname, 'json-api-nestjs'),
    entry: 'start.js',
    ask: askNestjs,
    differs: {
      status: ['link'],
      linkage: ['person', 'persons', 'bounded', 'create', 'update', 'link'],
      versions: ['update', 'link'],
      ids: ['link'],
      values: ['link'],
      included: ['bounded', 'link'],
    },
    notes: [
      'checks documents and queries; no linkage unless included, no links between pages; counts the rows of the table for a total',
      'includes all computers of a person or none, even in the row that asks for three',
      'linking answers the linkage of the person alone, with 201; it is no transaction',
      'no locks or versions; an update reads the person three times before it writes and answers what it has in memory',
      'page, total and resources are read by statements with different snapshots; no prepared statements; entity tags by hash of the answer; answers application/json',
    ],
  },
];
