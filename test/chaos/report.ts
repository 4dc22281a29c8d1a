import type { ChaosOptions, ChaosReport } from './chaos.ts';
import { OUTCOMES, type Figures } from './figures.ts';

/** The figures of a run as lines of text. */
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
    row('first good answer, ms', 'median', 'max', 'times'),
    recovery('after the database came back', figures.afterDatabase),
    recovery('after the service came back', figures.afterService),
    '',
    row('found at the end', 'rows'),
    row('persons', stored.persons.length),
    row('computers', stored.computers.length),
    row('computers with an owner', stored.computers.filter(({ owner }) => owner !== null).length),
    row('groups of rows with a history', families),
    row('creations with unknown outcome', figures.lostCreations.length),
    row('… of them there', figures.lostCreations.filter((token) => isThere(stored, token)).length),
    '',
    row('violations', violations.length),
    ...violations.slice(0, MOST_SHOWN).map((each) => `  ${each.slice(0, LONGEST_SHOWN)}`),
  ];
  return [`chaos for ${seconds} s with seed ${seed}`, '', ...rows].join('\n');
}

const outcomes = Object.keys(OUTCOMES) as readonly (keyof Figures['writes'])[];
const MOST_SHOWN = 50;
const LONGEST_SHOWN = 1500;

function isThere({ persons, computers }: ChaosReport['stored'], token: string): boolean {
  return persons.some(({ name }) => name === token) || computers.some(({ serial }) => serial === token);
}

function row(title: string, ...cells: readonly (string | number)[]): string {
  return [title.padEnd(32), ...cells.map((cell) => String(cell).padStart(9))].join('');
}

function recovery(title: string, millis: readonly number[]): string {
  const sorted = [...millis].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)];
  const shown = [median, sorted.at(-1)].map((each) => (each === undefined ? '-' : Math.round(each)));
  return row(title, ...shown, sorted.length);
}
