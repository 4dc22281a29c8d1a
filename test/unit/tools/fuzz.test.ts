import { expect } from 'chai';
import { foreignParts } from '../../fuzz/sql-words.ts';
import { bodyCheck } from '../../fuzz/body-checks.ts';
import { readAnswer, readEvents, type Answer, type SentMethod } from '../../fuzz/answer.ts';
import { markIn, withMark } from '../../fuzz/entity-tags.ts';
import { withPosition } from '../../fuzz/feed-requests.ts';
import { askByQuery, followCursors, repeatKeyed, revalidate, tagReuse, type Exchange } from '../../fuzz/follow-ups.ts';
import { headerViolation } from '../../fuzz/header-checks.ts';
import type { Header, RequestInput } from '../../fuzz/input.ts';
import { violationIn } from '../../fuzz/oracle.ts';
import { writeRequest } from '../../fuzz/requests.ts';
import { ATOMIC_TYPE, CURSOR_TYPE, MEDIA_TYPE, MODERN_TYPE } from '../../support/media-types.ts';

const MODERN = '{"jsonapi":{"version":"1.1"}}';

describe('The checks of the fuzz suite', () => {
  it('find words in SQL that the service never uses', () => {
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

  it('reject an answer with an injected header', () => {
    const answer = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Injected: 1\r\n\r\n');
    expect(() => readAnswer(answer, 'other')).to.throw('unexpected header line');
  });

  const broken = {
    'application/json': '{',
    'application/vnd.api+json': '{"data":[]}',
    'application/x-ndjson': '{"type":"person","id":"1"}\n{"type":"person"}\n',
    'text/csv; charset=utf-8; header=present': 'id,serial\r\n1,"a\r\n',
    'text/html; charset=utf-8': '<body onload="alert(1)">',
    'text/event-stream':
      'retry: 2000\n\nid: pA\nevent: position\ndata: {}\n\nid: pB\nevent: change\ndata: {"id":"c"}\n\n',
  };
  for (const [mediaType, text] of Object.entries(broken))
    it(`reject a broken answer of type ${mediaType}`, () => {
      const check = bodyCheck(mediaType, 200);
      expect(check).to.be.a('function');
      expect(() => check?.(text, 200)).to.throw();
    });

  it('reject any other media type, and pages with a status other than 200 and 404', () => {
    expect(bodyCheck('text/plain', 200)).to.equal(undefined);
    expect(bodyCheck('text/html; charset=utf-8', 400)).to.equal(undefined);
    expect(bodyCheck('text/html; charset=utf-8', 404)).not.to.equal(undefined);
    expect(bodyCheck('text/css; charset=utf-8', 404)).to.equal(undefined);
  });

  describe('of a chunked answer', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
    const read = (text: string, method: SentMethod = 'other'): ReturnType<typeof readAnswer> =>
      readAnswer(Buffer.from(head + text), method);

    it('find the body and where it ends', () => {
      const whole = '2\r\n{"\r\nA\r\n12345678"}\r\n0\r\n\r\n';
      const found = read(`${whole}HTTP/1.1`);
      expect(found?.answer.body.toString()).to.equal('{"12345678"}');
      expect(found?.length).to.equal(head.length + whole.length);
      for (let length = 0; length < whole.length; length += 1)
        expect(read(whole.slice(0, length)), whole.slice(0, length)).to.equal(undefined);
    });

    it('find no body in an answer to HEAD', () => {
      expect(read('HTTP/1.1 200', 'HEAD')?.answer.body).to.have.lengthOf(0);
      expect(read('HTTP/1.1 200', 'unknown')?.answer.body).to.have.lengthOf(0);
    });

    it('reject broken framing', () => {
      expect(() => read('{"data":[]}\r\n')).to.throw('no chunk size');
      expect(() => read('2\r\n{"data":[]}\r\n')).to.throw('longer than its size');
      const both = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}';
      expect(() => readAnswer(Buffer.from(both), 'other')).to.throw('both Content-Length and Transfer-Encoding');
    });
  });

  describe('of a stream of events', () => {
    const head = (type: string): string =>
      `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const read = (text: string, method: SentMethod = 'other', type = 'text/event-stream'): string | undefined =>
      readEvents(Buffer.from(head(type) + text), method)?.body.toString();

    it('read the part received so far', () => {
      expect(read('2\r\n:\n\r\n1\r\n\n\r\n5\r\nid')).to.equal(':\n\n');
      expect(read('2\r\n:')).to.equal(undefined);
      expect(read('')).to.equal(undefined);
    });

    it('read no other response like this', () => {
      expect(read('2\r\n:\n\r\n', 'HEAD')).to.equal(undefined);
      expect(read('2\r\n{}\r\n', 'other', MEDIA_TYPE)).to.equal(undefined);
      expect(readEvents(Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/'), 'other')).to.equal(undefined);
    });
  });

  describe('of the headers of an answer', () => {
    const good = { 'content-type': MEDIA_TYPE, 'cache-control': 'private, no-cache' };
    const events = {
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    };
    const cases: readonly (readonly [what: string, violation: string, sent: RequestInput, answer: Answer])[] = [
      ['that may be kept', 'Cache-Control is missing', request('GET'), answer(200, { 'content-type': MEDIA_TYPE })],
      ['with a weak tag', 'ETag is W/"a"', request('GET'), answer(200, { ...good, etag: 'W/"a"' })],
      ['with the tag of an error', 'ETag in an answer with 404', request('GET'), answer(404, { ...good, etag: '"a"' })],
      [
        'that buffers events',
        'X-Accel-Buffering is undefined',
        request('GET', [], '/changes'),
        answer(200, { ...events, 'x-accel-buffering': undefined }),
      ],
      [
        'with events that may be stored',
        'Cache-Control of a stream is private, no-cache',
        request('GET', [], '/changes'),
        answer(200, { ...events, 'cache-control': 'private, no-cache' }),
      ],
      [
        'with events that are compressed',
        'content-encoding of a stream',
        request('GET', [], '/changes'),
        answer(200, { ...events, 'content-encoding': 'gzip' }),
      ],
      [
        'with events that were not requested',
        'a stream that was not asked for',
        request('GET', [['Accept', '*/*']], '/changes'),
        answer(200, events),
      ],
      [
        'with 304 and a type',
        'content-type in an answer with 304',
        request('GET', [['If-None-Match', '*']]),
        answer(304, good),
      ],
      [
        'with 304 for nothing',
        '304 without If-None-Match',
        request('GET'),
        answer(304, { 'cache-control': 'no-cache' }),
      ],
      ['with 412 for nothing', '412 without a condition', request('PATCH'), answer(412, good)],
      [
        'about another key',
        'an error about a key that was not sent',
        request('POST'),
        answer(422, good, '"idempotency-key-reused"'),
      ],
      [
        'without Retry-After',
        'no Retry-After',
        request('POST', [['Idempotency-Key', 'a']]),
        answer(409, good, '"idempotency-key-in-use"'),
      ],
      [
        'that replays a read',
        'a replay of GET with 200',
        request('GET', [['Idempotency-Key', 'a']]),
        answer(200, { ...good, 'idempotent-replayed': 'true' }),
      ],
      [
        'with a profile',
        'a profile that was not asked for',
        request('GET'),
        answer(200, { ...good, 'content-type': CURSOR_TYPE }),
      ],
      [
        'in JSON:API 1.1 to a request for 1.0',
        'JSON:API 1.1 that was not asked for',
        request('GET', [['Accept', MEDIA_TYPE]]),
        answer(200, good, MODERN),
      ],
      [
        'in JSON:API 1.0 to a request for 1.1',
        'JSON:API 1.0 instead of 1.1',
        request('GET', [['Accept', MODERN_TYPE]]),
        answer(404, good, MODERN.replace('1.1', '1.0')),
      ],
      [
        'with a pointer to a value that was not sent',
        'the pointer "/data/attributes/name" leads nowhere',
        { ...request('POST', [['Accept', MODERN_TYPE]]), document: Buffer.from('{"data":{"attributes":{}}}') },
        answer(422, good, MODERN.replace('{', '{"errors":[{"source":{"pointer":"/data/attributes/name"}}],')),
      ],
      [
        'with a pointer into a body that is not JSON',
        'the pointer "" leads nowhere',
        { ...request('POST', [['Accept', MODERN_TYPE]]), document: Buffer.from('{') },
        answer(400, good, MODERN.replace('{', '{"errors":[{"source":{"pointer":""}}],')),
      ],
      [
        'with an extension',
        'the extension elsewhere than at /operations',
        request('GET'),
        answer(200, { ...good, 'content-type': ATOMIC_TYPE }),
      ],
    ];
    for (const [what, violation, sent, given] of cases)
      it(`reject one ${what}`, () => {
        expect(headerViolation(given, sent)).to.equal(violation);
      });

    it('accept a good one', () => {
      const asked = request('GET', [['Accept', 'text/*']], '/changes');
      expect(headerViolation(answer(200, events), asked)).to.equal(undefined);
      expect(headerViolation(answer(200, { ...good, etag: '"a.b-c_D"' }), request('GET'))).to.equal(undefined);
      const replay = answer(201, { ...good, 'idempotent-replayed': 'true' });
      expect(headerViolation(replay, request('POST', [['Idempotency-Key', 'a']]))).to.equal(undefined);
      const modern = request('GET', [['Accept', MODERN_TYPE]]);
      expect(headerViolation(answer(200, good, MODERN), modern)).to.equal(undefined);
      expect(headerViolation(answer(406, good, MODERN.replace('1.1', '1.0')), modern)).to.equal(undefined);
      const named = request('QUERY', [
        ['Accept', MODERN_TYPE],
        ['If-None-Match', '*'],
      ]);
      expect(headerViolation(answer(200, { ...good, 'content-type': CURSOR_TYPE }, MODERN), named)).to.equal(undefined);
      expect(headerViolation(answer(304, { 'cache-control': 'no-cache' }), named)).to.equal(undefined);
      const empty = { ...modern, document: Buffer.from('{}') };
      const atDocument = answer(400, good, MODERN.replace('{', '{"errors":[{"source":{"pointer":""}}],'));
      expect(headerViolation(atDocument, empty)).to.equal(undefined);
    });
  });

  it('count the results of a list of operations', () => {
    const results = JSON.stringify({ 'atomic:results': [{}], jsonapi: { version: '1.1' } });
    const headers = {
      'x-request-id': 'a',
      'x-content-type-options': 'nosniff',
      vary: 'Accept',
      'content-type': ATOMIC_TYPE,
    };
    const input = { ...request('POST'), document: Buffer.from('\ufeff{"atomic:operations":[{},{}]}') };
    const outcome = { input, answers: [answer(200, headers, results)], fault: undefined };
    expect(violationIn(outcome)).to.match(/^1 results of 2 operations/);
  });

  it('put a position of the service where a request has the placeholder', () => {
    const textWith = (position: string): string => `GET /changes?page[after]=${position} HTTP/1.1\r\n\xff`;
    const bytes = Buffer.from(textWith('pPOSITIONofTHEservice'.padEnd(84, 'x')), 'latin1');
    const position = `pA-_${'B'.repeat(80)}`;
    expect(withPosition(bytes, position).toString('latin1')).to.equal(textWith(position));
  });

  it('put the mark of the database where a tag has the placeholder', () => {
    const mark = 'abcdefghijklmnopqrs-_Z';
    expect(markIn(`"${mark}.person.1.1.view"`)).to.equal(mark);
    expect(() => markIn('"short.person.1.1.view"')).to.throw('does not begin with a mark');
    const bytes = Buffer.from('If-Match: "MARK-OF-THE-EPOCH-HERE.x"\r\n\r\n\xff', 'latin1');
    expect(withMark(bytes, mark).toString('latin1')).to.equal(`If-Match: "${mark}.x"\r\n\r\n\xff`);
  });

  describe('that follow up an answer', () => {
    const tagged = answer(200, { 'content-type': MEDIA_TYPE, etag: '"a"' }, '{}');
    const unchanged = answer(304, { etag: '"a"' });
    const keyed = request('POST', [['Idempotency-Key', 'a']]);
    const created = answer(201, { 'content-type': MEDIA_TYPE, location: '/persons/1' }, '{}');
    const replayed = answer(201, { ...Object.fromEntries(created.headers), 'idempotent-replayed': 'true' }, '{}');
    const page = answer(
      200,
      { 'content-type': MEDIA_TYPE },
      '{"links":{"next":"/persons?page%5Bafter%5D=A"},"cursor":1}',
    );

    it('accept what a service has to do', async () => {
      expect(await violationsOf(repeatKeyed, { input: keyed, answer: created }, [replayed])).to.deep.equal([]);
      const read = { input: request('GET'), answer: tagged };
      expect(await violationsOf(revalidate, read, [tagged, unchanged, tagged])).to.deep.equal([]);
      expect(await violationsOf(followCursors, { input: request('GET'), answer: page }, [page])).to.deep.equal([]);
    });

    it('find a repetition that was done again or is answered otherwise', async () => {
      for (const again of [created, { ...replayed, body: Buffer.from('{} ') }, answer(409, {})])
        expect(await violationsOf(repeatKeyed, { input: keyed, answer: created }, [again])).to.have.lengthOf(1);
    });

    it('find a tag that is not revalidated or does not match', async () => {
      const read = { input: request('GET'), answer: tagged };
      expect(await violationsOf(revalidate, read, [tagged, tagged, tagged])).to.have.lengthOf(1);
      expect(await violationsOf(revalidate, read, [tagged, unchanged, answer(412, {})])).to.have.lengthOf(1);
    });

    it('find a link that leads nowhere', async () => {
      const read = { input: request('GET'), answer: page };
      expect(await violationsOf(followCursors, read, [answer(400, {})])).to.have.lengthOf(1);
    });

    it('find a read that QUERY answers differently, and skip other requests', async () => {
      const read = { input: request('GET'), answer: tagged };
      expect(await violationsOf(askByQuery, read, [tagged, tagged])).to.deep.equal([]);
      expect(await violationsOf(askByQuery, read, [answer(405, {})])).to.deep.equal([]);
      for (const other of [answer(400, {}), unchanged, { ...tagged, body: Buffer.from('{ }') }])
        expect(await violationsOf(askByQuery, read, [other, tagged])).to.have.lengthOf(1);
      for (const input of [keyed, request('GET', [], '/changes'), request('GET', [], '/persons#x')])
        expect(await violationsOf(askByQuery, { input, answer: tagged }, [])).to.deep.equal([]);
    });

    it('find a tag of two texts', () => {
      const seen = new Map<string, Buffer>();
      expect(tagReuse({ input: request('GET'), answer: tagged }, seen)).to.equal(undefined);
      expect(tagReuse({ input: request('GET'), answer: tagged }, seen)).to.equal(undefined);
      const other = { ...tagged, body: Buffer.from('{ }') };
      expect(tagReuse({ input: request('GET'), answer: other }, seen)).to.equal('"a" had been the tag of {}');
    });
  });
});

function request(method: string, headers: readonly Header[] = [], target = '/persons/1'): RequestInput {
  const bytes = writeRequest(method, target, headers, undefined);
  return { kind: 'request', method, target, headers, bytes, document: Buffer.alloc(0), requestId: undefined };
}

function answer(status: number, headers: Readonly<Record<string, string | undefined>>, body = ''): Answer {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { status, headers: new Map(sent), body: Buffer.from(body) };
}

/** The violations that a check finds when the service gives these answers in turn. */
async function violationsOf(
  check: typeof repeatKeyed,
  exchange: Exchange,
  answers: readonly Answer[],
): Promise<readonly string[]> {
  const rest = [...answers];
  const send = (inputs: readonly RequestInput[]) =>
    Promise.resolve(inputs.map((input) => ({ input, answers: rest.splice(0, 1), fault: undefined })));
  const violations: string[] = [];
  for await (const { violation } of check({ send }, [exchange]))
    if (violation !== undefined) violations.push(violation);
  expect(rest, 'answers that nobody asked for').to.deep.equal([]);
  return violations;
}
