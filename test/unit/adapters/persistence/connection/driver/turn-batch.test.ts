import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { TurnBatch } from '#adapters/persistence/connection/driver/turn-batch';

describe('TurnBatch', () => {
  const client = (status: 'I' | 'T' | 'E') => {
    const writes: string[][] = [];
    const take = (texts: readonly string[], done: () => void): void => {
      writes.push([...texts]);
      done();
    };
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk: string, _, done) => take([chunk], done),
      writev: (chunks, done) =>
        take(
          chunks.map(({ chunk }) => String(chunk)),
          done,
        ),
    });
    const batch = new TurnBatch({ connection: { stream } as never, getTransactionStatus: () => status });
    const send = (text: string): void => {
      batch.admit(text);
      stream.write(text);
    };
    return { writes, send };
  };

  it('sends begin with what follows in the same turn, also after a wait for what is known already', async () => {
    const { writes, send } = client('I');
    await setImmediate();
    await Promise.resolve();
    send('start transaction isolation level read committed');
    send('select 1');
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    send('select 2');
    expect(writes).to.deep.equal([]);
    await setImmediate();
    expect(writes).to.deep.equal([['start transaction isolation level read committed', 'select 1', 'select 2']]);
    send('select 3');
    expect(writes).to.have.length(2);
  });

  it('sends what an open transaction sends in one turn at once', async () => {
    const { writes, send } = client('T');
    send('update');
    send('commit');
    await setImmediate();
    send('select');
    await setImmediate();
    expect(writes).to.deep.equal([['update', 'commit'], ['select']]);
  });

  for (const status of ['I', 'E'] as const)
    it(`holds nothing back outside a transaction, or in a failed one (${status})`, () => {
      const { writes, send } = client(status);
      send('select 1');
      send('rollback');
      expect(writes).to.deep.equal([['select 1'], ['rollback']]);
    });
});
