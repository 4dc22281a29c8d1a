// The usual CPU time of each part of the gate. A part that takes much more fails, so that the gate stays as fast as README says. Change a
// line by hand, and give the reason in the commit.
import type { GatePart } from './parts.ts';
import { programs, type Program, type Taken } from './program-clock.ts';

/**
 * Medians of five runs. The unit is the CPU time of the yardstick, a fixed piece of work: its mean over several measurements before, during and after the
 * part.
 */
export const account: Readonly<Record<GatePart, Partial<Taken>>> = {
  'test:http': { tests: 180, PostgreSQL: 62 },
  'test:persistence': { tests: 140, PostgreSQL: 196 },
  'test:operations': { tests: 175, PostgreSQL: 48 },
  'test:faults': { tests: 102, PostgreSQL: 92 },
  'test:command-line': { tests: 160, PostgreSQL: 54 },
  'test:suites': { tests: 155, PostgreSQL: 40 },
  'test:api': { tests: 66, PostgreSQL: 21 },
  // Includes the unpacking of Chromium, which only the first run in a clone does.
  'test:browser': { tests: 60, Chromium: 110 },
  'test:tutorial': { tests: 48 },
  'test:memory': { tests: 110 },
  'test:library': { tests: 350, PostgreSQL: 22 },
  'test:archive': { tests: 80, PostgreSQL: 18 },
  'test:unit': { tests: 60 },
  'test:clients': { tests: 34 },
};

/** Units reserved for planned features, which move them to the lines of their parts. */
const reserved = { history: 70 };

/** The maximum sum of all lines and reserves: about 570 CPU seconds, or five minutes on two cores. */
export const limit = 2500;

/** The sum of all lines and reserves. */
export function total(): number {
  const units = [...Object.values(account).flatMap((line) => Object.values(line)), ...Object.values(reserved)];
  return units.reduce((sum, each) => sum + each, 0);
}

const MOST = 1.4;
/** Units by which a small figure may vary. */
const SCATTER = 3;

/** The most units that a part may take for one program. */
export function allowance(usual: number): number {
  return Math.max(usual * MOST, usual + SCATTER);
}

/**
 * Compares a part with its line in the account.
 * @param taken in CPU seconds
 * @param unit CPU seconds of the yardstick
 * @returns the programs that took more than their allowance
 */
export function overdrawn(line: Partial<Taken>, taken: Taken, unit: number): readonly Program[] {
  return programs.filter((program) => taken[program] > allowance(line[program] ?? 0) * unit);
}
