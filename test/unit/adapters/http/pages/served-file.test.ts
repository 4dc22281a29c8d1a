import { expect } from 'chai';
import { plainDialect } from '#adapters/http/api/media-types';
import { hasDigest, servedFile } from '#adapters/http/pages/served-file';
import { nobody } from '#application/model/actor';
import { unconditional } from '#adapters/http/request/conditions';

const request = {
  path: '/',
  id: '',
  queryString: '',
  body: { document: null },
  requestId: 'r1',
  actor: nobody,
  identifyAgain: async () => nobody,
  dialect: plainDialect,
  conditions: unconditional,
};

describe('servedFile', () => {
  it('reads the file for the first request only', async () => {
    let reads = 0;
    const answer = servedFile('a.js', async () => Buffer.from(`read ${(reads += 1)}`));
    expect(reads).to.equal(0);
    const answers = [...(await Promise.all([answer(request), answer(request)])), await answer(request)];
    expect(answers.map((each) => ('file' in each ? each.file.bytes.toString() : ''))).to.deep.equal(
      Array.from({ length: 3 }, () => 'read 1'),
    );
  });

  it('reads a file again that could not be read', async () => {
    let reads = 0;
    const answer = servedFile('a.css', async () => {
      reads += 1;
      if (reads === 1) throw new Error('too many open files');
      return Buffer.from('a {}');
    });
    const failure = await answer(request).catch((error: unknown) => error);
    expect(failure).to.be.an('error').with.property('message', 'too many open files');
    expect(await answer(request)).to.have.property('status', 200);
  });

  it('compresses once', async () => {
    const answer = await servedFile('a.svg', async () => Buffer.from('<svg/>'))(request);
    if (!('file' in answer)) return expect.fail('a file was expected');
    expect(await answer.file.gzipped()).to.equal(await answer.file.gzipped());
  });

  it('refuses a file of which it knows no media type', () => {
    for (const name of ['a.map', 'a', 'a.constructor', '.html'])
      expect(() => servedFile(name, async () => Buffer.from('')), name).to.throw(`the file ${name}`);
  });
});

describe('hasDigest', () => {
  for (const name of ['app-5BXJKQ2A.js', 'a.b-ABCDEFGH.css', 'chunk-12345678.js'])
    it(`finds one in ${name}`, () => {
      expect(hasDigest(name)).to.equal(true);
    });
  for (const name of ['theme-switch-button.js', 'app-abcdefgh.js', 'app-5BXJKQ2A', 'app-5BXJKQ2AB.js', '5BXJKQ2A.js'])
    it(`finds none in ${name}`, () => {
      expect(hasDigest(name)).to.equal(false);
    });
});
