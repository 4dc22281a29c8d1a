import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome, Request } from '../../chaos/attempt.ts';
import type { KeptRow } from '../../chaos/feed/kept-changes.ts';
import type { ToldChange } from '../../chaos/feed/told-change.ts';
import { compareReaders, verifyContent, verifyWrites } from '../../chaos/feed/verify-feed.ts';
import { WriteLedger } from '../../chaos/feed/write-ledger.ts';

type Content = Pick<ToldChange, 'action' | 'type' | 'subject' | 'after' | 'version'>;

function change(id: string, content: Content): ToldChange {
  return { ...content, id, cursor: `p${id}`, text: JSON.stringify([id, content]) };
}

const ada = change('1', {
  action: 'created',
  type: 'person',
  subject: '1',
  after: { name: 'FN1', owner: null },
  version: 1,
});
const machine = change('2', {
  action: 'created',
  type: 'computer',
  subject: '2',
  after: { name: 'FN2', owner: null },
  version: 1,
});
const linked = change('3', { ...machine, action: 'updated', after: { name: 'FN2', owner: '1' }, version: 2 });
const renamed = change('4', { ...ada, action: 'updated', after: { name: 'FN3', owner: null }, version: 3 });
const told = [ada, machine, linked, renamed];

function kept(changes: readonly ToldChange[]): readonly KeptRow[] {
  return changes.map(({ id, type, subject, action, version = 0 }) => ({
    seq: id,
    type,
    resource: subject,
    action,
    version,
  }));
}

const stored = {
  persons: [{ id: '1', name: 'FN3', version: 3 }],
  computers: [{ id: '2', serial: 'FN2', owner: '1', version: 2 }],
};

describe('The check of the feed after a chaos run', () => {
  it('accepts what leads to the stored rows', () => {
    expect(verifyContent(told, kept(told), stored)).to.deep.equal([]);
  });

  const broken: readonly (readonly [string, readonly ToldChange[]])[] = [
    ['a missing creation', [ada, linked, renamed]],
    ['a missing link', [ada, machine, renamed]],
    ['a missing change of a name', [ada, machine, linked]],
    ['versions in another order', [ada, linked, machine, renamed]],
    ['a change that was never made', [...told, change('5', { ...machine, subject: '9' })]],
    ['a resource created twice', [...told, change('5', machine)]],
    ['a deletion of what is stored', [...told, change('5', { ...ada, action: 'deleted', after: undefined })]],
  ];
  for (const [what, changes] of broken)
    it(`finds ${what}`, () => {
      expect(verifyContent(changes, kept(changes), stored)).not.to.be.empty;
    });

  it('finds a change that is kept and not told, and one that never got a number', () => {
    expect(verifyContent(told.slice(0, 3), kept(told), stored)).to.include('the feed tells 3 of 4 changes');
    const rows = kept(told).map((row) => (row.seq === '4' ? { ...row, seq: null } : row));
    expect(verifyContent(told.slice(0, 3), rows, stored)).to.include('the feed has left out: updated person 1 3');
  });

  it('finds a reader who was told less, more, in another order, or at another position', () => {
    expect(compareReaders('one', told, told)).to.deep.equal([]);
    const moved = [ada, machine, { ...linked, cursor: 'pX' }, renamed];
    for (const other of [told.slice(1), [...told, ada], [machine, ada, linked, renamed], moved])
      expect(compareReaders('one', other, told)).to.have.length(1);
  });
});

describe('The ledger of writes in a chaos run', () => {
  const acknowledged: Outcome = {
    kind: 'acknowledged',
    response: { status: 200, headers: {}, text: '', document: undefined },
  };
  const refused: Outcome = { kind: 'refused', status: 503, code: 'service-unavailable' };
  const unknown: Outcome = { kind: 'unknown', answered: false };
  const naming = (name: string): Request => ({
    method: 'POST',
    path: '/persons',
    body: { data: { attributes: { name } } },
  });
  const naming1 = naming('FN1');
  let ledger: WriteLedger;
  beforeEach(() => {
    ledger = new WriteLedger();
  });

  it('wants what was acknowledged once, what was refused never, and what is in doubt at most once', () => {
    const expected: readonly (readonly [Outcome, readonly number[]])[] = [
      [acknowledged, [1]],
      [refused, [0]],
      [unknown, [0, 1]],
    ];
    for (const [outcome, allowed] of expected)
      for (const times of [0, 1, 2]) {
        const own = new WriteLedger();
        own.record(naming1, 0, outcome);
        const changes = Array.from({ length: times }, (_, index) =>
          change(String(index), { ...ada, subject: String(index) }),
        );
        expect(verifyWrites(own.entries, changes).length === 0, `${outcome.kind} ${times}`).to.equal(
          allowed.includes(times),
        );
      }
  });

  it('wants what was acknowledged during a loss at most once, unless it was acknowledged again', () => {
    ledger.beginLoss();
    ledger.record(naming1, performance.now(), acknowledged);
    ledger.endLoss();
    expect(verifyWrites(ledger.entries, [])).to.deep.equal([]);
    ledger.record(naming1, performance.now(), acknowledged);
    expect(verifyWrites(ledger.entries, [])).to.have.length(1);
  });

  it('takes an answer for one of before the loss if the request was sent before', () => {
    const sent = performance.now();
    ledger.beginLoss();
    ledger.endLoss();
    ledger.record(naming1, sent, acknowledged);
    expect(verifyWrites(ledger.entries, [])).to.deep.equal([]);
  });

  it('finds a change that nobody made', () => {
    expect(verifyWrites(ledger.entries, [ada])).to.deep.equal(['the feed tells what nobody did: FN1']);
  });

  it('knows writes by deletions and by the names in operations', () => {
    ledger.record({ method: 'DELETE', path: '/persons/1' }, 0, acknowledged);
    const operations = [
      { op: 'add', data: { attributes: { serial: 'FN2' } } },
      { op: 'remove', ref: { type: 'computer', id: '2' } },
    ];
    ledger.record({ method: 'POST', path: '/operations', body: { 'atomic:operations': operations } }, 0, acknowledged);
    const traces = ledger.entries.map(({ trace }) => trace);
    expect(traces).to.deep.equal(['person 1 deleted', 'FN2', 'computer 2 deleted']);
  });

  it('finds a write that is told behind one that was sent after its answer', async () => {
    ledger.record(naming1, performance.now(), acknowledged);
    await pause(1);
    ledger.record(naming('FN2'), performance.now(), acknowledged);
    const [one, two] = [ada, change('2', { ...ada, subject: '2', after: { name: 'FN2', owner: null } })];
    expect(verifyWrites(ledger.entries, [one, two])).to.deep.equal([]);
    expect(verifyWrites(ledger.entries, [two, one])).to.deep.equal([
      'FN1 was acknowledged before FN2 was sent, and is told behind it',
    ]);
  });
});
