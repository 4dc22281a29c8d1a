// One volley: many shots at once, and after them everything is looked at.
import { isDeepStrictEqual } from 'node:util';
import { complaintAbout, isRefused } from './oracle.ts';
import { mayWrite, replayCommand, type Shot } from './shot.ts';
import { namedIds, unexplainedRows } from './explained.ts';
import { foreignParts } from './sql-words.ts';
import { countInputErrors, type Dump, type Subject } from './subject.ts';
import type { Tally } from './tally.ts';
import type { Outcome, Wire } from './wire.ts';

/** Something that must not be. */
export class Find extends Error {
  /** @param shots what was sent, as far as it is known which of all it was */
  constructor(what: string, shots: readonly Shot[]) {
    super(`${what}\n${shots.map(replayCommand).join('\n')}`);
    this.name = 'Find';
  }
}

/** A service under fire. */
export interface Range {
  readonly subject: Subject;
  readonly wire: Wire;
  /** What was stored when it was last looked at. */
  dump: Dump;
  /** Errors of the database that input has caused so far. */
  inputErrors: number;
}

/**
 * Fires a volley.
 * @param tally undefined when it is fired again
 * @throws Find
 */
export async function fireVolley(range: Range, shots: readonly Shot[], tally: Tally | undefined): Promise<void> {
  const outcomes = await range.wire.fire(shots);
  tally?.addOutcomes(outcomes);
  await inspect(range, outcomes, tally);
  const before = range.dump;
  range.dump = await range.subject.dump();
  const writes = outcomes.filter(({ shot }) => mayWrite(shot));
  const accepted = writes.filter((outcome) => !isRefused(outcome));
  if (!isSound(range.dump)) throw new Find('text has been stored that nobody can have sent', shotsOf(accepted));
  if (accepted.length === 0) {
    if (tally !== undefined) tally.compared += 1;
    if (!isDeepStrictEqual(before, range.dump)) await accuse(range, shots);
    return;
  }
  const refused = shotsOf(writes.filter(isRefused));
  const unexplained = unexplainedRows(accepted, before, range.dump);
  for (const { row, id } of unexplained)
    throw new Find(`no accepted request can have changed ${row}`, naming(id, refused));
  await repeatRefused(range, refused, tally);
}

/** Those that name an identifier, if there are any. */
function naming(id: string, shots: readonly Shot[]): readonly Shot[] {
  const suspects = shots.filter((shot) => mayName(shot, id));
  return suspects.length > 0 ? suspects : shots;
}

function mayName(shot: Shot, id: string): boolean {
  return namedIds({ shot, answers: [] }).includes(id);
}

function shotsOf(outcomes: readonly Outcome[]): readonly Shot[] {
  return outcomes.map(({ shot }) => shot);
}

/**
 * Whether what is stored can have been sent: no U+0000 and no lone surrogate, which are refused, and no U+FFFD, which no generator makes
 * and which stands where a text was not what it seemed to be.
 */
export function isSound(dump: Dump): boolean {
  return !/(?<!\\)\\u(?:0000|d[89a-f])|\ufffd/i.test(JSON.stringify(dump));
}

/** Among what was accepted nobody sees what the refused have changed. So once more, without the others. */
async function repeatRefused(range: Range, refused: readonly Shot[], tally: Tally | undefined): Promise<void> {
  const outcomes = await range.wire.fire(refused);
  if (tally !== undefined) tally.repeated += outcomes.length;
  await inspect(range, outcomes, tally);
  const before = range.dump;
  range.dump = await range.subject.dump();
  // What was changed in between may have made one of them acceptable.
  if (!outcomes.every(isRefused)) return;
  if (tally !== undefined) tally.compared += 1;
  if (!isDeepStrictEqual(before, range.dump)) await accuse(range, refused);
}

/** Sends shots one by one, to find the one that changes what is stored though it is refused. */
async function accuse(range: Range, shots: readonly Shot[]): Promise<never> {
  for (const shot of shots) {
    const [outcome] = await range.wire.fire([shot]);
    const before = range.dump;
    range.dump = await range.subject.dump();
    if (outcome !== undefined && isRefused(outcome) && !isDeepStrictEqual(before, range.dump))
      throw new Find('a refused request has changed what is stored', [shot]);
  }
  throw new Find('refused requests have changed what is stored, together', shots);
}

async function inspect(range: Range, outcomes: readonly Outcome[], tally: Tally | undefined): Promise<void> {
  const { statements, logged } = range.subject.service;
  const sent = statements.splice(0);
  tally?.addStatements(sent);
  const inputErrors = await countInputErrors(range.subject);
  const newErrors = inputErrors - range.inputErrors;
  range.inputErrors = inputErrors;
  for (const outcome of outcomes) {
    const complaint = complaintAbout(outcome) && (await confirm(range, outcome));
    if (complaint !== undefined) throw new Find(`${complaint}${cause(logged.at(-1)?.facts)}`, [outcome.shot]);
  }
  const shots = shotsOf(outcomes);
  if (newErrors > 0) throw new Find(`${newErrors} errors of the database that input has caused`, shots);
  for (const statement of sent) {
    const parts = foreignParts(statement);
    if (parts.length > 0) throw new Find(`SQL with ${parts.join(' ')}: ${statement}`, shots);
  }
}

/** Noise is told from a slow answer by the time that nothing comes: a complaint about it holds when it holds with patience. */
async function confirm({ wire }: Range, outcome: Outcome): Promise<string | undefined> {
  if (outcome.shot.kind === 'request' || outcome.answers.length > 0) return complaintAbout(outcome);
  const [again] = await wire.fire([outcome.shot], PATIENT_MILLIS);
  return again && complaintAbout(again);
}

const PATIENT_MILLIS = 3000;

function cause(facts: Readonly<Record<string, unknown>> | undefined): string {
  const error = facts?.['error'];
  return error instanceof Error ? `\nlogged: ${error.stack ?? error.message}` : '';
}
