import type { ChaosOptions, ChaosReport } from './chaos.ts';
import { count, FEED, OUTCOME_KINDS, OUTCOMES, type Figures } from './figures.ts';

/** Formats the figures of a run as text. */
export function writeReport({ seconds, seed }: ChaosOptions, { figures, stored, families }: ChaosReport): string {
  const rows = [
    ...writeClients(figures),
    '',
    row('rolling restarts', 'times'),
    ...[...figures.rolls].map(([what, times]) => row(what, times)),
    '',
    row('time to first success, ms', 'min', 'median', 'max', 'times'),
    spread('after a database restart', figures.afterDatabase),
    spread('after a service restart', figures.afterService),
    '',
    row('stored at the end', 'rows'),
    row('persons', stored.persons.length),
    row('computers', stored.computers.length),
    row('computers with an owner', stored.computers.filter(({ owner }) => owner !== null).length),
    row('families of rows', families),
    row('creations with unknown outcome', figures.creationsInDoubt.length),
    row('… of which committed', figures.creationsInDoubt.filter((token) => isStored(stored, token)).length),
    '',
    ...writeViolations(figures),
  ];
  return [`chaos for ${seconds} s with seed ${seed}`, '', ...rows].join('\n');
}

/** The kills and restarts of processes. */
export function writeKills({ kills, restarts }: Figures): readonly string[] {
  return [
    row('killed', 'times'),
    ...[...kills].sort().map(([what, times]) => row(what, times)),
    '',
    row('restarted', 'times'),
    ...[...restarts].sort().map(([what, times]) => row(what, times)),
  ];
}

/** The outcomes for clients, and the kills and restarts. */
export function writeClients(figures: Figures): readonly string[] {
  const { writes, reads, keyed, increments } = figures;
  return [
    row('outcome', 'writes', 'reads'),
    ...OUTCOME_KINDS.map((each) => row(OUTCOMES[each], writes[each], reads[each])),
    '',
    ...writeKills(figures),
    '',
    row('requests with a key', 'times'),
    ...[...keyed].sort().map(([what, times]) => row(what, times)),
    '',
    row('increments with If-Match', 'times'),
    ...[...increments].sort().map(([what, times]) => row(what, times)),
    '',
    ...writeFeed(figures),
  ];
}

/** The figures of the feed of changes. */
export function writeFeed({ feed, delays }: Figures): readonly string[] {
  const titles = Object.values(FEED).filter((title) => feed.has(title));
  const heading = row('time to a frame of a stream, ms', 'min', 'median', 'max', 'times');
  return [
    row('the feed of changes', 'times'),
    ...titles.map((title) => row(title, feed.get(title) ?? 0)),
    ...(feed.has(FEED.streams) ? ['', heading, spread('after the acknowledgement', delays)] : []),
  ];
}

export function writeViolations({ violations }: Figures): readonly string[] {
  const times = new Map<string, number>();
  for (const each of violations) count(times, each.slice(0, MAX_VIOLATION_LENGTH));
  return [
    row('violations', violations.length),
    ...[...times]
      .slice(0, MAX_VIOLATIONS)
      .map(([each, number]) => `  ${number === 1 ? '' : `${number} times: `}${each}`),
  ];
}

const MAX_VIOLATIONS = 50;
const MAX_VIOLATION_LENGTH = 5000;

function isStored({ persons, computers }: ChaosReport['stored'], token: string): boolean {
  return persons.some(({ name }) => name === token) || computers.some(({ serial }) => serial === token);
}

export function row(title: string, ...cells: readonly (string | number)[]): string {
  return [title.padEnd(32), ...cells.map((cell) => String(cell).padStart(9))].join('');
}

/** Minimum, median, maximum and number. */
export function spread(title: string, millis: readonly number[]): string {
  const sorted = [...millis].sort((one, other) => one - other);
  const cells = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return row(title, ...cells.map((each) => (each === undefined ? '-' : Math.round(each))), sorted.length);
}
