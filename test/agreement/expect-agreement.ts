import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { resourceTypes } from '#domain/schema';
import { seedOf } from '../support/depth.ts';
import { checkAgreement } from './agreement.ts';
import type { Tally } from './tally.ts';

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

/** Expects walks, and conditions on the rows of every type that relationships reach. */
export function expectVariety(tally: Tally, runs: number): void {
  expect(tally.cases).to.be.at.least(runs);
  for (const part of ['page: cursor', ...resourceTypes.map((type) => `relationships reach some rows of ${type}`)])
    expect(tally.report().join('\n')).to.include(part);
}
