import { expect } from 'chai';
import { fuzz } from '../fuzz/fuzz.ts';
import { foreignParts } from '../fuzz/sql-words.ts';
import { readAnswer } from '../fuzz/answer.ts';

const RUNS = 1000;

describe('A service in memory under hostile requests', () => {
  it('gives no server error and keeps what it refuses to change', async () => {
    const { finds, tally } = await fuzz({ storage: 'memory', runs: RUNS, seed: Date.now() % 2 ** 31 });
    expect(finds.join('\n\n')).to.equal('');
    expect(tally.sent).to.be.at.least(RUNS);
  });
});

describe('What the fuzz suite looks for', () => {
  it('knows SQL that holds more than the words of the service', () => {
    expect(
      foreignParts(`select "row"."id" from "person" as "row" where ("row"."name" collate "C" = $1::text)`),
    ).to.deep.equal([]);
    expect(foreignParts(`select id from person where name = 'Ada'`)).to.deep.equal(["'Ada'"]);
    expect(foreignParts('select password from person')).to.deep.equal(['password']);
    expect(foreignParts('select id from person; drop table person --')).to.deep.equal([
      'person;',
      'drop',
      'table',
      '--',
    ]);
  });

  it('refuses an answer with a header that a client may have put there', () => {
    const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Injected: 1\r\n\r\n');
    expect(() => readAnswer(answer, 'other')).to.throw('unexpected header line');
  });
});
