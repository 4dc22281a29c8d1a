// Two versions of the service, measured in the same turns.
import { serverCpu } from './server-cpu.ts';
import { summaryOf, summaryText, type Summary } from './summary.ts';
import { tableOf } from './table.ts';
import type { Turn } from './turn.ts';

export interface OtherVersion {
  /** CPU time per request of the floor divided by that of the other version, both with the database. */
  readonly cpuRatio: Summary;
  /** CPU time of the other version divided by that of this one, both with the database: above 1, this one is cheaper. */
  readonly gain: Summary;
  readonly verdict: Verdict;
}

/** Of this version; `unknown` after too few rounds. */
export type Verdict = 'cheaper' | 'dearer' | 'same' | 'unknown';

/** An interquartile range needs four values. */
const MIN_ROUNDS = 4;

/** Undefined when no other version was measured. */
export function otherVersionOf(turns: readonly Turn[]): OtherVersion | undefined {
  const complete = turns.flatMap(({ service, other, floor }) =>
    other === undefined ? [] : [{ service, other, floor }],
  );
  if (complete.length === 0) return undefined;
  const gain = summaryOf(complete.map(({ service, other }) => serverCpu(other) / serverCpu(service)));
  return {
    cpuRatio: summaryOf(complete.map(({ other, floor }) => serverCpu(floor) / serverCpu(other))),
    gain,
    verdict: complete.length < MIN_ROUNDS ? 'unknown' : verdictOn(gain),
  };
}

/** True if the median differs from 1 by more than the noise. */
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

interface Compared {
  readonly title: string;
  readonly cpuRatio: Summary;
  readonly other: OtherVersion | undefined;
}

/** A line per row: this version, the other one, and the gain. */
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
