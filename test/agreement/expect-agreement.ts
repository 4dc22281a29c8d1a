import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { relationshipNames, resourceTypes, schema } from '#domain/schema';
import { seedOf } from '../support/depth.ts';
import { checkAgreement } from './agreement.ts';
import { wordsFor, type Tally } from './tally.ts';

/**
 * Expects memory and a database to agree on random queries of every kind.
 * @param runs the minimum number of queries
 */
export async function expectAgreement(name: string, runs: number, open: () => Promise<Database>): Promise<void> {
  const database = await open();
  try {
    const { disagreements, tally } = await checkAgreement(database, { runs, seed: seedOf(`queries on ${name}`, 1) });
    expect(disagreements.join('\n\n')).to.equal('');
    expectVariety(tally, runs);
  } finally {
    await database.close();
  }
}

/** With fewer queries, a kind of relationship may be missing. */
const ENOUGH = 400;

/**
 * Expects the queries to contain cursor pages, conditions on the reachable rows of every type, filters through every kind of relationship, and pages
 * of every kind of to-many relationship.
 */
export function expectVariety(tally: Tally, runs: number): void {
  expect(tally.cases).to.be.at.least(runs);
  const report = tally.report().join('\n');
  const reached = resourceTypes.map((type) => `relationships reach some rows of ${type}`);
  const related = resourceTypes.flatMap((type) =>
    Object.keys(schema[type].relationships).map((name) => `tree: related ${wordsFor(type, name)}\n`),
  );
  const bounded = resourceTypes.flatMap((type) =>
    relationshipNames(type, 'many').map((name) => `bounds: ${wordsFor(type, name)}, a page\n`),
  );
  const frequent = ['page: cursor', ...reached, ...new Set(bounded)];
  for (const part of [...frequent, ...(runs < ENOUGH ? [] : new Set(related))]) expect(report).to.include(part);
}
