import { expect } from 'chai';
import { pino } from 'pino';
import { describeError } from '#application/model/describe-error';
import type { Config } from '#composition/config/config';
import { lineFormat, type LogReader } from '#composition/observing/log';

const terminal = { isTTY: true, hasColors: () => true };
const plainTerminal = { isTTY: true, hasColors: () => false };
// A pipe or a file has none of a terminal's properties.
const pipe = {};

const request = {
  requestId: 'ee1232a6ca044dba93c2ba928e0c22fa',
  traceId: undefined,
  route: 'persons.detail',
  method: 'GET',
  status: 200,
  durationMillis: 3.4,
  statements: 1,
  databaseMillis: 1.2,
  aborted: false,
  broken: false,
};

describe('The format of the log', () => {
  async function written(
    choice: Config['logFormat'],
    reader: LogReader,
    facts: Readonly<Record<string, unknown>>,
    message: string,
  ): Promise<string> {
    const format = await lineFormat(choice, reader);
    let text = '';
    const log = pino({ serializers: { error: describeError } }, { write: (line) => (text += format(line)) });
    log.info(facts, message);
    return text;
  }

  for (const [choice, reader, where] of [
    ['auto', pipe, 'by default, elsewhere than on a terminal'],
    ['json', terminal, 'if asked for, even on a terminal'],
  ] as const)
    it(`is JSON ${where}`, async () => {
      const line = await written(choice, reader, request, 'request');
      expect(JSON.parse(line)).to.deep.include({
        level: 30,
        msg: 'request',
        route: 'persons.detail',
        durationMillis: 3.4,
      });
    });

  for (const [choice, reader, where] of [
    ['auto', plainTerminal, 'by default, on a terminal'],
    ['pretty', pipe, 'if asked for, even elsewhere'],
  ] as const)
    it(`has one line for people per request ${where}`, async () => {
      const line = await written(choice, reader, request, 'request');
      expect(line).to.match(
        /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: GET persons\.detail 200 in 3\.4 ms, 1 statement in 1\.2 ms\n$/,
      );
    });

  it('has colours only on a terminal that has them', async () => {
    expect(await written('auto', terminal, request, 'request')).to.include('\u{1b}[32m200\u{1b}[');
    for (const reader of [plainTerminal, pipe])
      expect(await written('pretty', reader, request, 'request')).not.to.include('\u{1b}');
  });

  it('says for people what went wrong with a request', async () => {
    const facts = { ...request, statements: 0, status: 499, aborted: true };
    expect(await written('pretty', pipe, facts, 'request')).to.match(
      / GET persons\.detail 499 in 3\.4 ms, the client disconnected\n$/,
    );
    const broken = { ...request, statements: 0, broken: true };
    expect(await written('pretty', pipe, broken, 'request')).to.match(/ 200 in 3\.4 ms, broken off\n$/);
  });

  it('has for people an error with its code, its stack and its causes', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const error = new Error('the database is away', { cause: new Error('no connection', { cause }) });
    const lines = (await written('pretty', pipe, { requestId: 'ee12', error }, 'request failed')).split('\n');
    expect(lines[0]).to.match(/ INFO: request failed, request ee12$/);
    expect(lines[1]).to.equal('    error: Error: the database is away');
    expect(lines[2]).to.match(/^ {8}at /);
    const causes = lines.filter((line) => line.includes('caused by')).map((line) => line.trim());
    expect(causes).to.deep.equal([
      'caused by Error: no connection',
      'caused by [ECONNREFUSED] Error: connect ECONNREFUSED',
    ]);
  });

  it('has for people all other facts', async () => {
    const text = await written('pretty', pipe, { advice: 'add an index' }, 'the database could be faster');
    expect(text).to.match(/ INFO: the database could be faster\n {4}advice: "add an index"\n$/);
  });

  it('sends a terminal no control characters of others', async () => {
    const error = new Error('a\u{1b}]0;title\u{7}b', { cause: 'c\u{9b}d' });
    expect(await written('pretty', pipe, { error, advice: '\u{1b}[2J' }, 'e\u{1b}f')).not.to.match(/(?!\n)\p{Cc}/u);
  });
});
