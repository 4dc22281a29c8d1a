import { row, spread, writeClients, writeViolations } from '../report.ts';
import type { ClusterOptions } from './cluster-chaos.ts';
import type { ClusterReport } from './cluster-run.ts';
import type { PromotionsOptions, PromotionsReport } from './promotions.ts';

/** Formats the figures of a run as text. */
export function writeClusterReport({ seconds, seed }: ClusterOptions, report: ClusterReport): string {
  const { figures, stored, registers, firstWrites, readsWithoutPrimary, readCounts, tags } = report;
  const { byReader, byWriters } = readsWithoutPrimary;
  const readsBy = (server: 'primary' | 'replica'): number => readCounts.reduce((sum, each) => sum + each.of(server), 0);
  return [
    `chaos on a cluster for ${seconds} s with seed ${seed}`,
    '',
    ...writeClients(figures),
    '',
    row('reads sent to', 'times'),
    row('replicas', readsBy('replica')),
    row('primary', readsBy('primary')),
    '',
    row('reads without primary', 'answered', '503', 'lost'),
    row('by the service that only reads', byReader.answered, byReader.unavailable, byReader.lost),
    row('by those that write', byWriters.answered, byWriters.unavailable, byWriters.lost),
    '',
    row('time to first good write, ms', 'min', 'median', 'max', 'times'),
    spread('after a promotion', firstWrites.millis),
    '',
    row('stored at the end', 'rows'),
    row('persons', stored.persons.length),
    row('computers', stored.computers.length),
    row('registers', registers.all.length),
    row('entity tags compared', tags),
    row('writes without a token', registers.withoutToken),
    '',
    ...writeViolations(figures),
  ].join('\n');
}

/** Formats the figures of a run with promotions as text. */
export function writePromotionsReport({ promotions, seed }: PromotionsOptions, report: PromotionsReport): string {
  const { figures, stored, seconds } = report;
  return [
    `${promotions} promotions with seed ${seed}, ${Math.round(seconds)} s`,
    '',
    ...writeClients(figures),
    '',
    row('stored at the end', 'rows'),
    row('persons', stored.persons.length),
    row('computers', stored.computers.length),
    '',
    ...writeViolations(figures),
  ].join('\n');
}
