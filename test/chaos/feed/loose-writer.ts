// A writer for runs that lose acknowledged writes. It keeps no model of its rows, because every identifier that it knows may be gone, or belong to
// another resource by now. The ledger and the feed check which of its writes are stored.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ATOMIC_TYPE } from '../../support/media-types.ts';
import type { Outcome, Request } from '../attempt.ts';
import { isKnown } from '../keyed-request.ts';
import type { Random } from '../random.ts';
import { sendToAny, type RunContext } from '../run-context.ts';
import { Violation } from '../violation.ts';

const MAX_PAUSE_MILLIS = 20;
const BACKOFF_MILLIS = 50;
const MOST_KNOWN = 12;

/** Identifiers by type. */
type Known = Readonly<Record<'person' | 'computer', Set<string>>>;

/**
 * Sends writes until aborted.
 * @param isKeyed true: send each write with a key until its outcome is known
 */
export async function keepWritingLoosely(
  prefix: string,
  isKeyed: boolean,
  context: RunContext,
  random: Random,
  signal: AbortSignal,
): Promise<void> {
  const known: Known = { person: new Set(), computer: new Set() };
  for (let number = 1; !signal.aborted; number += 1) {
    const request = nextRequest(`${prefix}N${number}`, known, random);
    try {
      const outcome = isKeyed
        ? await sendUntilKnown(context, request, random, signal)
        : await sendToAny(context, request, random);
      learn(known, outcome);
      await pause(outcome.kind === 'acknowledged' ? random.between(0, MAX_PAUSE_MILLIS) : BACKOFF_MILLIS);
    } catch (error) {
      context.figures.addViolation(`${request.method} ${request.path} of ${prefix}`, error);
      await pause(BACKOFF_MILLIS);
    }
    forget(known);
  }
}

async function sendUntilKnown(
  context: RunContext,
  request: Request,
  random: Random,
  signal: AbortSignal,
): Promise<Outcome> {
  const keyed = { ...request, headers: { ...request.headers, 'Idempotency-Key': randomUUID() } };
  for (;;) {
    const outcome = await sendToAny(context, keyed, random);
    if (isKnown(outcome) || signal.aborted) return outcome;
    await pause(BACKOFF_MILLIS);
  }
}

function nextRequest(token: string, { person, computer }: Known, random: Random): Request {
  const [persons, computers] = [[...person], [...computer]];
  const [one, machine] = [random.pick(persons), random.pick(computers)];
  const owner = random.below(3) === 0 || one === undefined ? null : { type: 'person', id: one };
  const named = { type: 'person', attributes: { name: token } };
  const numbered = { type: 'computer', attributes: { serial: token }, relationships: { owner: { data: owner } } };
  const some = random.sample(computers, 4).map((id) => ({ type: 'computer', id }));
  const kind = random.below(10);
  if (one === undefined || kind === 0)
    return {
      method: 'POST',
      path: '/persons',
      body: { data: { ...named, relationships: { computers: { data: some } } } },
    };
  if (machine === undefined || kind === 1) return { method: 'POST', path: '/computers', body: { data: numbered } };
  if (kind === 2)
    return { method: 'DELETE', path: random.below(2) === 0 ? `/persons/${one}` : `/computers/${machine}` };
  if (kind < 5) return { method: 'PATCH', path: `/persons/${one}/relationships/computers`, body: { data: some } };
  if (kind < 7) return { method: 'PATCH', path: `/computers/${machine}`, body: { data: { ...numbered, id: machine } } };
  if (kind < 9) return { method: 'PATCH', path: `/persons/${one}`, body: { data: { ...named, id: one } } };
  // Otherwise removing the person would change the computer again.
  const unowned = { owner: { data: null } };
  const operations = [
    { op: 'add', data: { ...named, lid: 'new' } },
    {
      op: 'update',
      data: { type: 'computer', id: machine, attributes: { serial: `${token}S` }, relationships: unowned },
    },
    { op: 'remove', ref: { type: 'person', id: one } },
  ];
  return {
    method: 'POST',
    path: '/operations',
    body: { 'atomic:operations': operations },
    headers: { 'Content-Type': ATOMIC_TYPE, Accept: ATOMIC_TYPE },
  };
}

/** @throws Violation if it was refused for any reason but a missing resource */
function learn(known: Known, outcome: Outcome): void {
  if (outcome.kind === 'refused' && outcome.status < 500 && outcome.status !== 404 && outcome.status !== 409)
    throw new Violation(`refused with ${outcome.status} ${outcome.code}`);
  if (outcome.kind !== 'acknowledged') return;
  const { document } = outcome.response;
  const added = document?.['atomic:results']?.[0]?.data ?? document?.data;
  if (added?.type === 'person' || added?.type === 'computer') known[added.type as keyof Known].add(added.id);
}

function forget(known: Known): void {
  for (const ids of Object.values(known)) for (const id of ids) if (ids.size > MOST_KNOWN) ids.delete(id);
}
