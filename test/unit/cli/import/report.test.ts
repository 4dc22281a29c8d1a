import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { messageOf } from '../../../../src/application/model/describe-error.ts';
import { fileReport, printedReport } from '../../../../src/cli/import/report.ts';
import { CommandIo } from '../../../../src/cli/terminal/command-io.ts';
import { temporaryFolder } from '../../../support/service-process.ts';

const HEAD = 'Größe\n';
const TEXT = 'Zoë 😀\n';

describe('A report of an import', () => {
  const folder = temporaryFolder();
  const path = `${folder.path}/refused.csv`;
  after(() => folder.remove());

  it('reports its length in bytes when it is printed', async () => {
    const stdout = new PassThrough();
    const io = new CommandIo({
      env: {},
      stdin: stdout,
      stdout,
      stderr: stdout,
      on: () => undefined,
      exit: () => undefined,
    });
    const report = printedReport(io, HEAD);
    const lengths = [await report.add(TEXT), await report.add(TEXT)];
    expect(lengths).to.deep.equal([Buffer.byteLength(HEAD + TEXT), Buffer.byteLength(HEAD + TEXT + TEXT)]);
    expect(String(stdout.read())).to.equal(HEAD + TEXT + TEXT);
  });

  it('cuts a file off at its length in bytes, then continues it', async () => {
    const length = await fileReport(path, HEAD).add(TEXT);
    expect(length).to.equal(readFileSync(path).length);
    truncateSync(path, length + 5);
    const next = await fileReport(path, HEAD, length).add(TEXT);
    expect({ text: readFileSync(path, 'utf8'), next }).to.deep.equal({
      text: HEAD + TEXT + TEXT,
      next: Buffer.byteLength(HEAD + TEXT + TEXT),
    });
  });

  it('has each text in full, even after a write that failed halfway', async () => {
    rmSync(path);
    const report = fileReport(path, HEAD);
    await report.add(TEXT);
    appendFileSync(path, TEXT.slice(0, 2));
    await report.add(TEXT);
    expect(readFileSync(path, 'utf8')).to.equal(HEAD + TEXT + TEXT);
  });

  it('names the file that cannot be written', async () => {
    const moved = `${folder.path}/d/refused.csv`;
    mkdirSync(`${folder.path}/d`);
    const report = fileReport(moved, HEAD);
    rmSync(`${folder.path}/d`, { recursive: true });
    const error = await report.add(TEXT).catch(messageOf);
    expect(error).to.equal(`${moved} cannot be written: there is no folder ${folder.path}/d`);
  });
});
