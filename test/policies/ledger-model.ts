// The ledger: says of each write whether it is allowed, and what is stored afterwards. It follows the table of writes of
// the contract and shares no code with the service.
import type { ResourceType } from '#domain/schema';
import { changeOf, linkedBy, type Change, type Moved } from './ledger-changes.ts';
import { stateAfter } from './ledger-outcome.ts';
import type { Reason, Refused } from './ledger-refusals.ts';
import { isHeld } from './ledger-removal.ts';
import { nameOf, relatedTo, rowOf, type Row, type State } from './ledger-rows.ts';
import { documentFaults } from './ledger-documents.ts';
import { refusedByRole } from './ledger-needs.ts';
import { allows, covers, sees, type LedgerActor } from './ledger-policies.ts';
import { brokenRules } from './ledger-rules.ts';
import { inverseOf } from './ledger-schema.ts';
import { isAboutHolder, isLocal, startOf, TARGET, type Write } from './ledger-writes.ts';

export interface Allowed {
  readonly state: State;
  /** The resource in the answer; undefined if it has none. */
  readonly result: Pick<Row, 'type' | 'id'> | undefined;
}

export type Prediction = Refused | Allowed;

export function isAllowed(prediction: Prediction): prediction is Allowed {
  return 'state' in prediction;
}

/** @param newId of the row that the write may add */
export function predict(state: State, actor: LedgerActor, write: Write, newId: string): Prediction {
  return firstRefusal(state, actor, write, newId) ?? judgeRows(state, actor, write, newId);
}

function firstRefusal(state: State, actor: LedgerActor, write: Write, newId: string): Refused | undefined {
  if (refusedByRole(actor, write)) return refuse('action or field', 403, undefined);
  const [fault] = documentFaults(write);
  if (fault !== undefined) return fault;
  if (newId === '') throw new Error('what is added needs an identifier');
  const start = startOf(write);
  if (start === undefined) return undefined;
  const row = rowOf(state, start.type, start.id);
  if (row === undefined) return refuse('target not found', 404, [TARGET]);
  if (!covers(actor, 'read', row, state)) return refuse('target hidden', 404, [TARGET]);
  if (!isAboutHolder(write)) return undefined;
  const [holder] = relatedTo(state, write.end, row);
  if (holder === undefined) return refuse('target not found', 404, [TARGET]);
  if (!covers(actor, 'read', holder, state)) return refuse('target hidden', 404, [TARGET]);
  if (write.kind === 'delete related' || write.holder === holder.id) return undefined;
  return refuse('another holder', 409, [isLocal(write.holder) ? '/data/lid' : '/data/id']);
}

function judgeRows(state: State, actor: LedgerActor, write: Write, newId: string): Prediction {
  const target = targetOf(state, write);
  const change = changeOf(write, target, newId, { actor, state });
  const action = write.kind === 'create related' ? 'update' : change.action;
  // Without the action on any row, the link is refused.
  if (target !== undefined && allows(actor, action, target.type) && !covers(actor, action, target, state))
    return refuse('row before', 403, [TARGET]);
  const { removed } = change;
  if (removed.some((row) => !covers(actor, 'delete', row, state))) return refuse('row before', 403, [TARGET]);
  if (isHeld(state, removed)) return refuse('broken rule', 409, [TARGET]);
  const linked = linkedBy(write).filter(({ type, id }) => !sees(actor, type, id, state));
  if (linked.length > 0) {
    const isThere = linked.some(({ type, id }) => rowOf(state, type, id) !== undefined);
    const pointers = linked.map(({ at }) => at);
    return refuse(isThere ? 'link hidden' : 'link not found', 404, pointers);
  }
  const refused = refusedLinks(state, actor, write, change);
  if (refused !== undefined) return refused;
  const after = stateAfter(state, change);
  return refusedByRule(state, after, change) ?? judgeAfter(after, actor, change);
}

function refusedLinks(state: State, actor: LedgerActor, write: Write, { moves, target }: Change): Refused | undefined {
  const start = startOf(write);
  const inPath = start && nameOf(start);
  const own = target && nameOf(target);
  const judged = moves.map((move) => {
    const { link, from, at, by } = move;
    const ends = endsIn(move).map(([type, field, id]) => ({ type, id, field, row: rowOf(state, type, id) }));
    const named = (name: string | undefined): number => ends.filter((each) => nameOf(each) === name).length;
    const inDocument = by === undefined ? [TARGET, '/data', ...setByPath(write)] : [by];
    // The path can also name the row at the other end, and the document can also name the target.
    const isInPath = named(inPath) > (inPath === own ? 1 : 0) || named(own) > 1;
    return {
      inDocument,
      named: [...(at === undefined ? inDocument : [at]), ...(isInPath ? [TARGET] : [])],
      isGranted: ends.every(({ type, field, row }) => allows(actor, row ? 'update' : 'create', type, field)),
      isHidden: from !== null && !sees(actor, link.holder, from, state),
      isAllowed: ends.every(({ row }) => row === undefined || covers(actor, 'update', row, state)),
    };
  });
  type Judged = (typeof judged)[number];
  const refuseAt = (reason: Reason, moved: readonly Judged[], at: (move: Judged) => readonly string[]) =>
    moved.length === 0 ? undefined : refuse(reason, 403, moved.flatMap(at));
  const [ungranted, hidden, uncovered] = [
    judged.filter(({ isGranted }) => !isGranted),
    judged.filter(({ isHidden }) => isHidden),
    judged.filter(({ isAllowed }) => !isAllowed),
  ];
  return (
    // Where the role may change the relationship of no resource, the relationship is at fault.
    refuseAt('link not granted', ungranted, ({ inDocument }) => inDocument) ??
    refuseAt('hidden holder', hidden, ({ named }) => named) ??
    refuseAt('link before', uncovered, ({ named }) => named)
  );
}

/** The pointer to the set in the document that the path adds a link to. */
function setByPath(write: Write): readonly string[] {
  const name = write.kind === 'create related' ? inverseOf(write.end) : '';
  return 'linkage' in write && name in write.linkage ? [`/data/relationships/${name}/data`] : [];
}

function endsIn({ link, item, from, to }: Moved): readonly (readonly [ResourceType, field: string, id: string])[] {
  const holders = [from, to].flatMap((id) => (id === null ? [] : [[link.holder, link.ofHolder, id] as const]));
  return [[link.item, link.ofItem, item], ...holders];
}

function refusedByRule(before: State, after: State, change: Change): Refused | undefined {
  const emptied = change.moves.filter(({ link, to }) => link.isRequired && to === null);
  if (emptied.length > 0)
    return refuse(
      'link required',
      409,
      emptied.map(({ at, by = '/data' }) => at ?? by),
    );
  const broken = change.action === 'delete' ? [] : brokenRules(before, after, change);
  return broken.length === 0 ? undefined : refuse('broken rule', 409, broken);
}

function judgeAfter(after: State, actor: LedgerActor, change: Change): Prediction {
  const { action, added, target, moves } = change;
  if (action === 'delete') return { state: after, result: undefined };
  const changed = new Map<string, Row>();
  for (const [type, , id] of moves.flatMap(endsIn)) {
    const row = rowOf(after, type, id);
    if (row !== undefined) changed.set(nameOf(row), row);
  }
  const result = added ?? target;
  if (result === undefined) throw new Error('a write without a result');
  const row = rowOf(after, result.type, result.id);
  if (row === undefined) throw new Error('the result is missing');
  if (added === undefined) changed.set(nameOf(row), row);
  else {
    changed.delete(nameOf(added));
    if (!covers(actor, 'create', row, after)) return refuse('created row', 403, ['/data']);
  }
  if ([...changed.values()].some((each) => !covers(actor, 'update', each, after)))
    return refuse('row after', 403, ['/data']);
  if (!covers(actor, 'read', row, after)) return refuse('result hidden', 403, ['/data']);
  return { state: after, result: { type: row.type, id: row.id } };
}

function targetOf(state: State, write: Write): Row | undefined {
  const start = startOf(write);
  const row = start && rowOf(state, start.type, start.id);
  return row && isAboutHolder(write) ? relatedTo(state, write.end, row)[0] : row;
}

function refuse(reason: Reason, status: number, at: readonly string[] | undefined): Refused {
  return { reason, status, at };
}
