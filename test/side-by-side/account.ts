// What each part of the gate usually takes of the processor. Changed by hand, with the reason in the commit: a part that takes much more
// fails, so that the gate stays as fast as README says.
import type { GatePart } from './parts.ts';
import { programs, type Program, type Taken } from './program-clock.ts';

/** The median of five runs, in units of the yardstick: the CPU time of a fixed piece of work, measured beside the part. */
export const account: Readonly<Record<GatePart, Partial<Taken>>> = {
  'test:persistence': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:operations': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:suites': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:browser': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:api': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:command-line': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:tutorial': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:memory': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:unit': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:clients': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:http': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
  'test:faults': { tests: 1000, PostgreSQL: 1000, Chromium: 1000 },
};

/** Units kept for the tests of features to come. Their lines take them from here. */
const kept = { models: 270, changes: 180, 'included sets': 90, 'JSON:API 1.1 and QUERY': 90 };

/** The most that all lines may come to: some 700 CPU seconds, or eight minutes on two cores. */
export const limit = 3100;

/** All units that the lines name. */
export function total(): number {
  const units = [...Object.values(account).flatMap((line) => Object.values(line)), ...Object.values(kept)];
  return units.reduce((sum, each) => sum + each, 0);
}

const MOST = 1.4;
/** In units: what small figures may scatter. */
const SCATTER = 3;

/** How many units of a program a part may take. */
export function allowance(usual: number): number {
  return Math.max(usual * MOST, usual + SCATTER);
}

/**
 * Compares a part with its line in the account.
 * @param taken in CPU seconds
 * @param unit CPU seconds of the yardstick
 * @returns the programs that took more than they may
 */
export function overdrawn(line: Partial<Taken>, taken: Taken, unit: number): readonly Program[] {
  return programs.filter((program) => taken[program] > allowance(line[program] ?? 0) * unit);
}
