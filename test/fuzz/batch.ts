// Sends a batch of inputs concurrently, then checks every answer, the SQL, and that only accepted requests changed the stored data.
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '../support/eventually.ts';
import { askByQuery, exchangesOf, followCursors, followSets, repeatKeyed, revalidate, tagReuse } from './follow-ups.ts';
import { isKeyedWrite, isStream } from './header-checks.ts';
import { mayWrite, replayCommand, type Input } from './input.ts';
import { isRefused, violationIn } from './oracle.ts';
import type { Outcome, RawClient } from './raw-client.ts';
import { foreignParts } from './sql-words.ts';
import { countInputErrors, countSubscribers, type Dump, type Subject } from './subject.ts';
import type { Tally } from './tally.ts';
import { namedIds, unexplainedRows } from './unexplained-rows.ts';

/** The service broke an invariant. */
export class Violation extends Error {
  /** @param inputs the inputs that may have caused it, narrowed down as far as possible */
  constructor(what: string, inputs: readonly Input[]) {
    super(`${what}\n${inputs.map(replayCommand).join('\n')}`);
    this.name = 'Violation';
  }
}

/** A running service with a client, and what was last seen of it. */
export interface Harness {
  readonly subject: Subject;
  readonly client: RawClient;
  /** The stored data after the last batch. */
  dump: Dump;
  /** Database errors caused by input so far. */
  inputErrors: number;
  /** The body of each representation seen so far, by target and entity tag. */
  readonly seenTags: Map<string, Buffer>;
}

/**
 * Sends a batch and checks all invariants.
 * @param tally undefined while a failing batch is shrunk
 * @throws Violation
 */
export async function sendBatch(harness: Harness, inputs: readonly Input[], tally: Tally | undefined): Promise<void> {
  const outcomes = await harness.client.send(inputs);
  tally?.addOutcomes(outcomes);
  await inspect(harness, outcomes, tally);
  if (outcomes.some(({ answers }) => answers.some(({ headers }) => isStream(headers))))
    await eventually('no stream is open', async () => (await countSubscribers(harness.subject)) === 0);
  const before = harness.dump;
  harness.dump = await harness.subject.dump();
  const writes = outcomes.filter(({ input }) => mayWrite(input));
  const accepted = writes.filter((outcome) => !isRefused(outcome));
  if (!hasOnlySendableText(harness.dump))
    throw new Violation('the stored data has text that no input can have', inputsOf(accepted));
  if (accepted.length === 0) {
    if (tally !== undefined) tally.compared += 1;
    if (!isDeepStrictEqual(before, harness.dump)) await isolateCulprit(harness, inputs);
    return followUp(harness, outcomes, tally);
  }
  const refused = inputsOf(writes.filter(isRefused));
  const unexplained = unexplainedRows(accepted, before, harness.dump);
  for (const { row, id } of unexplained)
    throw new Violation(`${row} changed, but no accepted request concerns it`, inputsNaming(id, refused));
  await repeatRefused(harness, refused, tally);
  await followUp(harness, outcomes, tally);
}

/** Continues as clients do: none of that changes anything, not even a write that is repeated with its key. */
async function followUp(harness: Harness, outcomes: readonly Outcome[], tally: Tally | undefined): Promise<void> {
  const { client, subject } = harness;
  const exchanges = exchangesOf(outcomes);
  for (const [name, follow] of Object.entries({ repeatKeyed, revalidate, followCursors, followSets, askByQuery }))
    for await (const { violation, input } of follow(client, exchanges)) {
      tally?.addFollowUp(name);
      if (violation !== undefined) throw new Violation(violation, [input]);
    }
  const dump = await subject.dump();
  if (!isDeepStrictEqual(dump, harness.dump))
    throw new Violation('a repetition with a key changed the stored data', keyedOf(outcomes));
  await inspect(harness, [], tally);
}

function keyedOf(outcomes: readonly Outcome[]): readonly Input[] {
  return inputsOf(outcomes).filter((input) => input.kind === 'request' && isKeyedWrite(input));
}

/** The inputs that name an identifier; all of them if none does. */
function inputsNaming(id: string, inputs: readonly Input[]): readonly Input[] {
  const suspects = inputs.filter((input) => mayName(input, id));
  return suspects.length > 0 ? suspects : inputs;
}

function mayName(input: Input, id: string): boolean {
  return namedIds({ input, answers: [] }).includes(id);
}

function inputsOf(outcomes: readonly Outcome[]): readonly Input[] {
  return outcomes.map(({ input }) => input);
}

/**
 * True if the stored text can have come from input: without U+0000 and lone surrogates, which the service refuses, and without U+FFFD,
 * which no generator produces and which marks text that was decoded wrongly.
 */
export function hasOnlySendableText(dump: Dump): boolean {
  return !/(?<!\\)\\u(?:0000|d[89a-f])|\ufffd/i.test(JSON.stringify(dump));
}

/** Sends the refused inputs again on their own, since the accepted ones may have masked a change made by a refused one. */
async function repeatRefused(harness: Harness, refused: readonly Input[], tally: Tally | undefined): Promise<void> {
  const outcomes = await harness.client.send(refused);
  if (tally !== undefined) tally.repeated += outcomes.length;
  await inspect(harness, outcomes, tally);
  const before = harness.dump;
  harness.dump = await harness.subject.dump();
  // Writes in between may have made one of them acceptable.
  if (!outcomes.every(isRefused)) return;
  if (tally !== undefined) tally.compared += 1;
  if (!isDeepStrictEqual(before, harness.dump)) await isolateCulprit(harness, refused);
}

/** Sends inputs one at a time to find the one that is refused and yet changes the stored data. */
async function isolateCulprit(harness: Harness, inputs: readonly Input[]): Promise<never> {
  for (const input of inputs) {
    const [outcome] = await harness.client.send([input]);
    const before = harness.dump;
    harness.dump = await harness.subject.dump();
    if (outcome !== undefined && isRefused(outcome) && !isDeepStrictEqual(before, harness.dump))
      throw new Violation('a refused request changed the stored data', [input]);
  }
  throw new Violation('refused requests changed the stored data, but none does so on its own', inputs);
}

async function inspect(harness: Harness, outcomes: readonly Outcome[], tally: Tally | undefined): Promise<void> {
  const { statements, logged } = harness.subject.service;
  const sent = statements.splice(0);
  tally?.addStatements(sent);
  const inputErrors = await countInputErrors(harness.subject);
  const newErrors = inputErrors - harness.inputErrors;
  harness.inputErrors = inputErrors;
  for (const outcome of outcomes) {
    const violation = violationIn(outcome);
    if (violation !== undefined)
      throw new Violation(`${violation}${loggedCause(logged.at(-1)?.facts)}`, [outcome.input]);
  }
  for (const exchange of exchangesOf(outcomes)) {
    const violation = tagReuse(exchange, harness.seenTags);
    if (violation !== undefined) throw new Violation(violation, [exchange.input]);
  }
  const inputs = inputsOf(outcomes);
  if (newErrors > 0) throw new Violation(`input caused ${newErrors} database errors`, inputs);
  for (const statement of sent) {
    const parts = foreignParts(statement);
    if (parts.length > 0) throw new Violation(`SQL with ${parts.join(' ')}: ${statement}`, inputs);
  }
}

function loggedCause(facts: Readonly<Record<string, unknown>> | undefined): string {
  const error = facts?.['error'];
  return error instanceof Error ? `\nlogged: ${error.stack ?? error.message}` : '';
}
