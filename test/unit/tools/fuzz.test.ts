import { expect } from 'chai';
import { foreignParts } from '../../fuzz/sql-words.ts';
import { bodyCheck } from '../../fuzz/body-checks.ts';
import { readAnswer, type SentMethod } from '../../fuzz/answer.ts';

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
  };
  for (const [mediaType, text] of Object.entries(broken))
    it(`reject a broken answer of type ${mediaType}`, () => {
      const check = bodyCheck(mediaType, 200);
      expect(check).to.be.a('function');
      expect(() => check?.(text, 200)).to.throw();
    });

  it('reject any other media type', () => {
    expect(bodyCheck('text/plain', 200)).to.equal(undefined);
    expect(bodyCheck('text/html; charset=utf-8', 404)).to.equal(undefined);
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
});
