// Compares answers with what the ledger predicts.
import { isDeepStrictEqual } from 'node:util';
import { compareIdentifiers } from '#domain/identifier';
import { shownFaults } from './ledger-answers.ts';
import { documentFaults } from './ledger-documents.ts';
import { isAllowed, type Allowed } from './ledger-model.ts';
import { nearestPlace } from '../support/sent-values.ts';
import type { Reason, Refused } from './ledger-refusals.ts';
import { sees, type LedgerActor } from './ledger-policies.ts';
import { refusedByRole } from './ledger-needs.ts';
import type { LedgerRequest } from './ledger-requests.ts';
import { nameOf, type Row, type State } from './ledger-rows.ts';
import { ends, mostOf } from './ledger-schema.ts';
import type { LedgerAnswer } from './ledger-service.ts';
import { TARGET, isLocal, linkageOf, parameterOf, type Write } from './ledger-writes.ts';

export type Verdict =
  | { readonly kind: 'allowed'; readonly state: State }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | { readonly kind: 'wrong'; readonly why: string };

/** Compares an answer with the prediction. The verdict on an allowed write has the state that it leaves. */
export function judge(request: LedgerRequest, before: State, answer: LedgerAnswer): Verdict {
  const { actor, writes, targets, expected } = request;
  const isByRole = writes.some((write) => refusedByRole(actor, write));
  const roleRefusal: Refused = { reason: 'action or field', status: 403, at: undefined };
  const index = expected.findIndex((each) => !isAllowed(each));
  const allowed = expected.filter(isAllowed);
  const first = expected[index];
  // Documents are read before anything is looked up.
  const faults = writes.map(documentFaults);
  const fault = faults.flat().at(0);
  if (!isByRole && fault !== undefined) {
    const sources = faults.flatMap((each, place) =>
      each.flatMap((refused) => sourcesOf(request, refused, place) ?? []),
    );
    const why = refusalFault(fault, answer, sources);
    return why === undefined ? { kind: 'refused', reason: fault.reason } : { kind: 'wrong', why };
  }
  const refusal = isByRole ? roleRefusal : first === undefined || isAllowed(first) ? undefined : first;
  if (refusal !== undefined) {
    const why = refusalFault(refusal, answer, sourcesOf(request, refusal, index)) ?? leakIn(request, before, answer);
    return why === undefined ? { kind: 'refused', reason: refusal.reason } : { kind: 'wrong', why };
  }
  const status = targets === undefined ? singleStatus(writes) : allowed.every(isEmpty(writes)) ? 204 : 200;
  if (answer.status !== status) return { kind: 'wrong', why: `is ${answer.status} instead of ${status}` };
  const ids = newIds(request, allowed, answer);
  const states = allowed.map(({ state }) => identified(state, ids));
  const why = shownIn(request, allowed, states, ids, answer);
  const state = states.at(-1) ?? before;
  return why === undefined ? { kind: 'allowed', state } : { kind: 'wrong', why };
}

function singleStatus(writes: readonly Write[]): number {
  return writes.some(({ kind }) => kind.startsWith('create')) ? 201 : 200;
}

/** True for an operation whose result has no data. */
function isEmpty(writes: readonly Write[]): (_: Allowed, index: number) => boolean {
  return (_, index) => {
    const kind = writes[index]?.kind ?? '';
    return !kind.startsWith('create') && !kind.startsWith('update');
  };
}

function sourcesOf(
  { writes, targets, sent }: LedgerRequest,
  { at }: Refused,
  index: number,
): readonly string[] | undefined {
  const [write] = writes;
  if (at === undefined) return undefined;
  if (targets === undefined)
    return at.map((each) => (each === TARGET && write !== undefined ? parameterOf(write) : each));
  const list: unknown = JSON.parse(JSON.stringify(sent.body));
  return at
    .map((each) => `/atomic:operations/${index}${each === TARGET ? `/${targets[index] ?? ''}` : each}`)
    .map((pointer) => nearestPlace(list, pointer).pointer);
}

const CODES: Readonly<Record<number, readonly string[]>> = {
  403: ['forbidden'],
  404: ['object-not-found'],
  409: ['id-conflict', 'not-unique', 'too-many', 'relationship-required', 'still-referenced'],
  422: ['invalid-relationship'],
};

function refusalFault(
  { status: expected, reason }: Refused,
  { status, document }: LedgerAnswer,
  sources: readonly string[] | undefined,
): string | undefined {
  if (status !== expected) return `is ${status} instead of ${expected}: ${reason}`;
  const errors = document?.errors ?? [];
  const wrong = errors.find(({ code }) => CODES[status]?.includes(code) !== true);
  if (wrong !== undefined || errors.length === 0) return `has the code ${wrong?.code ?? 'of no error'}`;
  const places = errors.map(({ source }) => source?.pointer ?? source?.parameter ?? 'nothing');
  const strange = sources === undefined ? undefined : places.find((place) => !sources.includes(place));
  if (strange !== undefined) return `points to ${strange} instead of ${String(sources)}: ${reason}`;
  const isEach = reason === 'link not found' || reason === 'link hidden' || reason === 'broken rule';
  if (isEach && sources !== undefined && !isDeepStrictEqual(places.toSorted(), sources.toSorted()))
    return `names ${String(places)} instead of ${String(sources)}: ${reason}`;
  return undefined;
}

/** An error may name what the request names or what its actor sees, and count the latter. */
function leakIn({ actor, sent }: LedgerRequest, before: State, { document }: LedgerAnswer): string | undefined {
  const limits = ends.map(({ from, name }) => mostOf(from, name));
  const named = new Set(`${sent.path} ${JSON.stringify(sent.body)} ${String(limits)}`.match(/\d+/g));
  const shown = (document?.errors ?? []).flatMap(({ detail, meta }) =>
    [...(detail.match(/\d+/g) ?? [])].filter((number) => number !== String(meta?.count)),
  );
  const strange = shown.find((id) => !named.has(id) && !isSeen(actor, id, before));
  return strange === undefined ? undefined : `tells of ${strange}, which its actor does not see`;
}

function isSeen(actor: LedgerActor, id: string, state: State): boolean {
  return [...state.values()].some((row) => row.id === id && sees(actor, row.type, id, state));
}

/** The identifiers of what a request has added, by local ones. */
function newIds(
  { targets }: LedgerRequest,
  allowed: readonly Allowed[],
  { document }: LedgerAnswer,
): ReadonlyMap<string, string> {
  const shown = targets === undefined ? [document] : (document?.['atomic:results'] ?? []);
  return new Map(
    allowed.flatMap(({ result }, index) => {
      const id = idIn(shown[index]?.data);
      return result !== undefined && isLocal(result.id) && id !== undefined ? [[result.id, id] as const] : [];
    }),
  );
}

function idIn(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'string' ? data.id : undefined;
}

function identified(state: State, ids: ReadonlyMap<string, string>): State {
  const idOf = (id: string): string => ids.get(id) ?? id;
  const rows = [...state.values()].map((row): Row => {
    const targets = Object.entries(row.targets).map(([name, of]) => [name, of.map(idOf).toSorted(compareIdentifiers)]);
    return { ...row, id: idOf(row.id), targets: Object.fromEntries(targets) };
  });
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function shownIn(
  { actor, targets, writes, included }: LedgerRequest,
  allowed: readonly Allowed[],
  states: readonly State[],
  ids: ReadonlyMap<string, string>,
  { document = {} }: LedgerAnswer,
): string | undefined {
  const shown = targets === undefined ? [document] : (document['atomic:results'] ?? []);
  return allowed
    .flatMap(({ result }, index) => {
      const [write, state, answered] = [writes[index], states[index], shown[index]];
      if (write === undefined || state === undefined || answered === undefined) return [];
      const expected = result && { type: result.type, id: ids.get(result.id) ?? result.id };
      const isEmpty = targets !== undefined && linkageOf(write) !== undefined;
      return shownFaults({ actor, state, result: expected }, answered, { isEmpty, included });
    })
    .at(0);
}
