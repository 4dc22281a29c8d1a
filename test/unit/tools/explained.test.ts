import { expect } from 'chai';
import { explainedIn } from '../../../bench/statements/explained.ts';
import { statementsTable } from '../../../bench/statements/measure-statements.ts';

describe('The statements of the benchmark', () => {
  const scan = { 'Node Type': 'Seq Scan', 'Relation Name': 'person', 'Shared Read Blocks': 5 };
  const byName = { 'Node Type': 'Index Scan', 'Index Name': 'person_name', 'Relation Name': 'person' };
  const byKey = { 'Node Type': 'Index Only Scan', 'Index Name': 'person_pkey' };
  const root = {
    'Node Type': 'Nested Loop',
    'Shared Hit Blocks': 7,
    'Shared Read Blocks': 5,
    'Temp Written Blocks': 2,
    Plans: [{ ...byName, Plans: [byKey] }, scan, byName],
  };

  function logged(text: string, plan: object): string {
    const json = JSON.stringify({ 'Query Text': text, Plan: plan }, undefined, 2);
    const lines = json.split('\n').map((line) => `\t${line}\n`);
    return `2026-01-01 00:00:00.000 UTC [7] LOG:  duration: 12.345 ms  plan:\n${lines.join('')}`;
  }

  it('are read from the log with the indexes and tables of the whole plan', () => {
    const other = '2026-01-01 00:00:00.000 UTC [7] LOG:  checkpoint starting: time\n';
    const found = explainedIn(other + logged('select 1', root) + other + logged('select 2', scan));
    expect(found).to.deep.equal([
      {
        text: 'select 1',
        millis: 12.345,
        buffers: 12,
        spilled: 2,
        indexes: ['person_name', 'person_pkey'],
        scanned: ['person'],
      },
      { text: 'select 2', millis: 12.345, buffers: 5, spilled: 0, indexes: [], scanned: ['person'] },
    ]);
  });

  it('are added up for a request', () => {
    const statements = explainedIn(logged('select 1', root) + logged('select 2', scan));
    const [, , line = ''] = statementsTable([{ title: 'GET /', status: 200, millis: 30, bytes: 1, statements }]).split(
      '\n',
    );
    const cells = line.split('|').map((cell) => cell.trim());
    expect(cells.slice(1, -1)).to.deep.equal([
      '`GET /`',
      '2',
      '24.69',
      '17',
      '2',
      'person_name, person_pkey',
      'person',
    ]);
  });
});
