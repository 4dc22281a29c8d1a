import type { ChaosOptions, ChaosReport } from './chaos.ts';
import { OUTCOMES, type Figures } from './figures.ts';

/** Formats the figures of a run as text. */
export function writeReport({ seconds, seed }: ChaosOptions, { figures, stored, families }: ChaosReport): string {
  const { kills, restarts, writes, reads, violations } = figures;
  const rows = [
    row('outcome', 'writes', 'reads'),
    ...outcomes.map((each) => row(OUTCOMES[each], writes[each], reads[each])),
    '',
    row('killed', 'times'),
    ...[...kills].sort().map(([what, times]) => row(what, times)),
    '',
    row('restarted', 'times'),
    ...[...restarts].sort().map(([what, times]) => row(what, times)),
    '',
    row('requests with a key', 'times'),
    ...[...figures.keyed].sort().map(([what, times]) => row(what, times)),
    '',
    row('increments with If-Match', 'times'),
    ...[...figures.increments].sort().map(([what, times]) => row(what, times)),
    '',
    row('time to first success, ms', 'median', 'max', 'times'),
    recovery('after a database restart', figures.afterDatabase),
    recovery('after a service restart', figures.afterService),
    '',
    row('stored at the end', 'rows'),
    row('persons', stored.persons.length),
    row('computers', stored.computers.length),
    row('computers with an owner', stored.computers.filter(({ owner }) => owner !== null).length),
    row('families of rows', families),
    row('creations with unknown outcome', figures.creationsInDoubt.length),
    row('… of which committed', figures.creationsInDoubt.filter((token) => isStored(stored, token)).length),
    '',
    row('violations', violations.length),
    ...violations.slice(0, MAX_VIOLATIONS).map((each) => `  ${each.slice(0, MAX_VIOLATION_LENGTH)}`),
  ];
  return [`chaos for ${seconds} s with seed ${seed}`, '', ...rows].join('\n');
}

const outcomes = Object.keys(OUTCOMES) as readonly (keyof Figures['writes'])[];
const MAX_VIOLATIONS = 50;
const MAX_VIOLATION_LENGTH = 1500;

function isStored({ persons, computers }: ChaosReport['stored'], token: string): boolean {
  return persons.some(({ name }) => name === token) || computers.some(({ serial }) => serial === token);
}

function row(title: string, ...cells: readonly (string | number)[]): string {
  return [title.padEnd(32), ...cells.map((cell) => String(cell).padStart(9))].join('');
}

function recovery(title: string, millis: readonly number[]): string {
  const sorted = [...millis].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  const cells = [median, sorted.at(-1)].map((each) => (each === undefined ? '-' : Math.round(each)));
  return row(title, ...cells, sorted.length);
}
