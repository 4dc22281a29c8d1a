// The ledger: says of each write whether it is allowed, and what is stored afterwards. It follows the table of writes of
// the contract and shares no code with the service.
import { type RowType, nameOf, rowOf, type Row, type State } from '../support/stored-rows.ts';
import { changeOf, linkedBy, OWNER, SET, stateAfter, type Change, type Moved } from './ledger-changes.ts';
import { allows, covers, sees, type Action, type LedgerActor } from './ledger-policies.ts';
import { isLocal, routes, type Write } from './ledger-writes.ts';

export type Reason =
  | 'action or field'
  | 'target not found'
  | 'target hidden'
  | 'row before'
  | 'another owner'
  | 'link not found'
  | 'link hidden'
  | 'hidden holder'
  | 'link before'
  | 'row after'
  | 'created row'
  | 'result hidden';

export interface Refused {
  readonly reason: Reason;
  readonly status: number;
  /** Where the error may point: `TARGET`, or pointers; undefined: anywhere. */
  readonly at: readonly string[] | undefined;
}

export interface Allowed {
  readonly state: State;
  /** The resource in the answer; undefined if it has none. */
  readonly result: Pick<Row, 'type' | 'id'> | undefined;
}

export type Prediction = Refused | Allowed;

/** Stands for the parameter or pointer that names the target of a write. */
export const TARGET = 'the target';

export function isAllowed(prediction: Prediction): prediction is Allowed {
  return 'state' in prediction;
}

/** @param newId of the row that the write may add */
export function predict(state: State, actor: LedgerActor, write: Write, newId: string): Prediction {
  return firstRefusal(state, actor, write, newId) ?? judgeRows(state, actor, write, newId);
}

/** True if the role lacks the action or one of the fields, regardless of rows. */
export function refusedByRole(actor: LedgerActor, write: Write): boolean {
  const { action, type, fields } = neededBy(write);
  return !allows(actor, action, type) || fields.some((field) => !allows(actor, action, type, field));
}

function firstRefusal(state: State, actor: LedgerActor, write: Write, newId: string): Refused | undefined {
  if (refusedByRole(actor, write)) return refuse('action or field', 403, undefined);
  if (newId === '') throw new Error('what is added needs an identifier');
  const { from } = routes[write.kind];
  if (from === undefined || !('of' in write)) return undefined;
  const row = rowOf(state, from, write.of);
  if (row === undefined) return refuse('target not found', 404, [TARGET]);
  if (!covers(actor, 'read', row, state)) return refuse('target hidden', 404, [TARGET]);
  if (write.kind !== 'update owner' && write.kind !== 'delete owner') return undefined;
  if (row.owner === null) return refuse('target not found', 404, [TARGET]);
  if (!sees(actor, 'person', row.owner, state)) return refuse('target hidden', 404, [TARGET]);
  if (write.kind !== 'update owner' || write.person === row.owner) return undefined;
  return refuse('another owner', 409, [isLocal(write.person) ? '/data/lid' : '/data/id']);
}

function judgeRows(state: State, actor: LedgerActor, write: Write, newId: string): Prediction {
  const target = targetOf(state, write);
  const change = changeOf(write, target, newId, { actor, state });
  const action = write.kind === 'create related' ? 'update' : change.action;
  const field = write.kind === 'create related' ? 'computers' : undefined;
  if (target !== undefined && !(allows(actor, action, target.type, field) && covers(actor, action, target, state)))
    return refuse('row before', 403, write.kind === 'create related' ? undefined : [TARGET]);
  const linked = linkedBy(write).filter(({ type, id }) => !sees(actor, type, id, state));
  if (linked.length > 0) {
    const isThere = linked.some(({ type, id }) => rowOf(state, type, id) !== undefined);
    const pointers = linked.map(({ at }) => at);
    return refuse(isThere ? 'link hidden' : 'link not found', 404, pointers);
  }
  const inPath = write.kind === 'update owner' ? write.of : undefined;
  return refusedLinks(state, actor, change, inPath) ?? judgeAfter(state, actor, change);
}

/** @param inPath the computer in the path, if the target is its owner */
function refusedLinks(
  state: State,
  actor: LedgerActor,
  { moves }: Change,
  inPath: string | undefined,
): Refused | undefined {
  const refused = moves.flatMap((move): readonly Refused[] => {
    const { from, at } = move;
    const named = move.computer === inPath ? [TARGET] : [];
    const where = at === undefined ? [...RELATIONSHIPS, ...named] : [at];
    const ends = endsOf(move).map(([type, field, id]) => ({ type, field, row: rowOf(state, type, id) }));
    const isGranted = ends.every(({ type, field, row }) => allows(actor, row ? 'update' : 'create', type, field));
    // Where the role may change the relationship of no resource, the relationship is at fault.
    const anywhere = isGranted ? where : [...where, ...RELATIONSHIPS];
    if (from !== null && !sees(actor, 'person', from, state)) return [refuse('hidden holder', 403, anywhere)];
    if (!isGranted) return [refuse('link before', 403, anywhere)];
    const isAllowed = ends.every(({ row }) => row === undefined || covers(actor, 'update', row, state));
    return isAllowed ? [] : [refuse('link before', 403, where)];
  });
  const [first] = refused;
  return first && { ...first, at: refused.flatMap(({ at = [] }) => at) };
}

const RELATIONSHIPS = ['/data', SET, OWNER];

function endsOf({ computer, from, to }: Moved): readonly (readonly [RowType, field: string, id: string])[] {
  const persons = [from, to].flatMap((id) => (id === null ? [] : [['person', 'computers', id] as const]));
  return [['computer', 'owner', computer], ...persons];
}

function judgeAfter(state: State, actor: LedgerActor, change: Change): Prediction {
  const after = stateAfter(state, change);
  const { action, added, target, moves } = change;
  if (action === 'delete') return { state: after, result: undefined };
  const changed = new Map<string, Row>();
  for (const [type, , id] of moves.flatMap(endsOf)) {
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
  const { from } = routes[write.kind];
  const row = from === undefined || !('of' in write) ? undefined : rowOf(state, from, write.of);
  if (write.kind !== 'update owner' && write.kind !== 'delete owner') return row;
  return row?.owner === null || row === undefined ? undefined : rowOf(state, 'person', row.owner);
}

interface Needed {
  readonly action: Exclude<Action, 'read'>;
  readonly type: RowType;
  readonly fields: readonly string[];
}

function neededBy(write: Write): Needed {
  switch (write.kind) {
    case 'create person':
    case 'update person':
    case 'update owner': {
      const fields = [...Object.keys(write.attributes), ...(write.computers === undefined ? [] : ['computers'])];
      return { action: write.kind === 'create person' ? 'create' : 'update', type: 'person', fields };
    }
    case 'create computer':
    case 'update computer': {
      const fields = [...Object.keys(write.attributes), ...(write.owner === undefined ? [] : ['owner'])];
      return { action: write.kind === 'create computer' ? 'create' : 'update', type: 'computer', fields };
    }
    case 'create related':
      return { action: 'create', type: 'computer', fields: ['owner', ...Object.keys(write.attributes)] };
    case 'link':
    case 'replace':
    case 'unlink':
      return { action: 'update', type: 'person', fields: ['computers'] };
    case 'assign':
    case 'reassign':
    case 'unassign':
      return { action: 'update', type: 'computer', fields: ['owner'] };
    case 'delete person':
    case 'delete owner':
      return { action: 'delete', type: 'person', fields: [] };
    case 'delete computer':
      return { action: 'delete', type: 'computer', fields: [] };
  }
}

function refuse(reason: Reason, status: number, at: readonly string[] | undefined): Refused {
  return { reason, status, at };
}
