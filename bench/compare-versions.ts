// Two versions of the service, measured in the same turns.
import { serverCpu } from './server-cpu.ts';
import { summaryOf, summaryText, type Summary } from './summary.ts';
import { tableOf } from './table.ts';
import type { Turn } from './turn.ts';

/** What the turns say of the other version. */
export interface OtherVersion {
  /** CPU time of the floor for a request through that of the other version, both with the database. */
  readonly cpuRatio: Summary;
  /** CPU time of the other version through that of this one, both with the database: above 1, this one is cheaper. */
  readonly gain: Summary;
  readonly verdict: Verdict;
}

/** `unknown`: too few rounds. */
export type Verdict = 'cheaper' | 'dearer' | 'same' | 'unknown';

/** Fewer values have no middle half. */
const FEWEST_ROUNDS = 4;

/** @returns `undefined` where no other version was measured */
export function otherVersionOf(turns: readonly Turn[]): OtherVersion | undefined {
  const threes = turns.flatMap(({ service, other, floor }) => (other === undefined ? [] : [{ service, other, floor }]));
  if (threes.length === 0) return undefined;
  const gain = summaryOf(threes.map(({ service, other }) => serverCpu(other) / serverCpu(service)));
  return {
    cpuRatio: summaryOf(threes.map(({ other, floor }) => serverCpu(floor) / serverCpu(other))),
    gain,
    verdict: threes.length < FEWEST_ROUNDS ? 'unknown' : verdictOn(gain),
  };
}

/** Whether the median is further from 1 than the rounds scatter. */
function verdictOn({ median, iqr }: Summary): Verdict {
  if (median - 1 > 2 * iqr) return 'cheaper';
  return 1 - median > 2 * iqr ? 'dearer' : 'same';
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  cheaper: 'yes: cheaper',
  dearer: 'yes: dearer',
  same: 'no',
  unknown: 'too few rounds',
};

/** A row of measurements as far as this table shows them. */
interface Compared {
  readonly title: string;
  readonly cpuRatio: Summary;
  readonly other: OtherVersion | undefined;
}

/** One line for each row: this version, the other one, and one through the other. */
export function versionsTable(figures: readonly Compared[]): string {
  return tableOf(
    ['', 'CPU ratio (IQR)', 'of the other', 'gain (IQR)', 'differs'],
    figures.flatMap(({ title, cpuRatio, other }) =>
      other === undefined
        ? []
        : [
            [
              title,
              summaryText(cpuRatio),
              summaryText(other.cpuRatio),
              summaryText(other.gain),
              VERDICTS[other.verdict],
            ],
          ],
    ),
  );
}
