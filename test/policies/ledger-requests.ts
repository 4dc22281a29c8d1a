// Requests of the ledger, a single write or a list of operations, with a prediction for each write.
import type { Random } from '../chaos/random.ts';
import { drawWrite } from './ledger-draws.ts';
import { isAllowed, predict, type Prediction } from './ledger-model.ts';
import { isPossible, type Reason } from './ledger-refusals.ts';
import type { LedgerActor } from './ledger-policies.ts';
import type { State } from './ledger-rows.ts';
import { endsOf } from './ledger-schema.ts';
import type { SentRequest } from './ledger-service.ts';
import { operationOf, requestOf } from './ledger-messages.ts';
import { changedType, linkageOf, localId, type Write } from './ledger-writes.ts';

export interface LedgerRequest {
  readonly actor: LedgerActor;
  readonly writes: readonly Write[];
  readonly sent: SentRequest;
  /** For a list, the members that name the targets of its operations; undefined for a single write. */
  readonly targets: readonly string[] | undefined;
  /** The relationship whose resources the answer includes. */
  readonly included: string | undefined;
  readonly expected: readonly Prediction[];
}

const TRIES = 12;

const REASONS: readonly Reason[] = [
  'another holder',
  'link hidden',
  'link not granted',
  'hidden holder',
  'link before',
  'broken rule',
  'row after',
  'created row',
  'result hidden',
];

/** Reasons for which random writes are rarely refused. */
const RARE = REASONS.filter(isPossible);

const RARE_TRIES = 50;

/** Draws a request: half of them until one is allowed, others until one is refused for a certain rare reason. */
export function drawRequest(random: Random, state: State, actors: readonly LedgerActor[]): LedgerRequest {
  const dice = random.below(10);
  const rare = dice < 3 ? random.pick(RARE) : undefined;
  const prefersAllowed = dice >= 5;
  const isMet = ({ expected }: LedgerRequest): boolean =>
    rare === undefined
      ? !prefersAllowed || expected.every(isAllowed)
      : expected.some((each) => !isAllowed(each) && each.reason === rare);
  for (let tries = 1; ; tries += 1) {
    const actor = random.pick(actors);
    if (actor === undefined) throw new Error('there are no actors');
    const by = { state, actor };
    const isList = rare === undefined && random.below(3) === 0;
    const request = isList ? drawList(random, by, prefersAllowed) : drawSingle(random, by);
    if (tries === (rare === undefined ? TRIES : RARE_TRIES) || isMet(request)) return request;
  }
}

interface Writer {
  readonly state: State;
  readonly actor: LedgerActor;
}

function drawSingle(random: Random, { state, actor }: Writer): LedgerRequest {
  const write = drawWrite(random, state);
  const { method, path, data } = requestOf(write);
  const asked = random.below(3) === 0 ? includableIn(random, write) : undefined;
  const query = asked === undefined ? '' : `?include=${asked}`;
  const sent = { method, path: path + query, body: data === undefined ? undefined : { data } };
  const expected = [predict(state, actor, write, localId(0))];
  return { actor, writes: [write], sent, targets: undefined, included: asked ?? linkageOf(write), expected };
}

/** A relationship of the resource that a write creates or changes, if that is the answer. */
function includableIn(random: Random, write: Write): string | undefined {
  return 'linkage' in write ? random.pick(endsOf(changedType(write)))?.name : undefined;
}

/**
 * Each operation is drawn for the state that those before it leave.
 * @param prefersAllowed draws each write again until it is allowed
 */
function drawList(random: Random, { state, actor }: Writer, prefersAllowed: boolean): LedgerRequest {
  const drawn: { readonly write: Write; readonly operation: object; readonly target: string }[] = [];
  const expected: Prediction[] = [];
  const wanted = 2 + random.below(4);
  let current = state;
  for (let tries = 1; drawn.length < wanted; tries += 1) {
    const index = drawn.length;
    const write = drawWrite(random, current);
    const operation = operationOf(write, index, random.below(2) === 0);
    if (operation === undefined) continue;
    const prediction = predict(current, actor, write, localId(index));
    if (prefersAllowed && !isAllowed(prediction) && tries % TRIES > 0) continue;
    drawn.push({ write, ...operation });
    expected.push(prediction);
    // Writes after a refusal are also sent but never run, so they leave the state unchanged.
    if (isAllowed(prediction)) current = prediction.state;
  }
  return {
    actor,
    writes: drawn.map(({ write }) => write),
    sent: {
      method: 'POST',
      path: '/operations',
      body: { 'atomic:operations': drawn.map(({ operation }) => operation) },
    },
    targets: drawn.map(({ target }) => target),
    included: undefined,
    expected,
  };
}
