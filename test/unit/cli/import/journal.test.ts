import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect } from 'chai';
import {
  freshState,
  markNotDone,
  markSending,
  markSettled,
  type ImportState,
} from '../../../../src/cli/import/import-state.ts';
import { openJournal } from '../../../../src/cli/import/journal.ts';
import { temporaryFolder } from '../../../support/service-process.ts';

const places = { refused: 'people.csv.refused.csv', unknown: 'people.csv.unknown.csv' };
const service = { url: 'http://127.0.0.1:3000', subject: 'key:ci' };
const fresh = freshState({ digest: 'digest', options: '', service, places });
/** More than any system's highest process. */
const NO_PROCESS = 2 ** 22 + 1;

const sent = (state: ImportState, first: number, count = 10): ImportState =>
  markSending(state, { first, count, since: 1000 + first });
const firstsOf = ({ open }: ImportState): readonly number[] => open.map(({ first }) => first);

describe('The state of an import', () => {
  it('has the batches that were sent and not answered, and when they were sent', () => {
    const state = [0, 10, 20].reduce((before, first) => sent(before, first), fresh);
    expect(state).to.deep.include({ next: 30, again: [] });
    expect(state.open).to.deep.equal([0, 10, 20].map((first) => ({ first, count: 10, since: 1000 + first })));
    const created = markSettled(state, { first: 10, count: 10 }, 'done', state.reports);
    expect(created).to.deep.include({ next: 30, counts: { done: 10, refused: 0, unknown: 0 } });
    expect(firstsOf(created)).to.deep.equal([0, 20]);
    const unknown = markSettled(created, { first: 0, count: 10 }, 'unknown', { refused: 0, unknown: 80 });
    expect(unknown).to.deep.include({ reports: { refused: 0, unknown: 80 } });
    expect(unknown.counts).to.deep.equal({ done: 10, refused: 0, unknown: 10 });
    expect(firstsOf(unknown)).to.deep.equal([20]);
  });

  it('resends records that were not imported, in smaller batches if need be', () => {
    const state = markNotDone(sent(sent(fresh, 0, 3), 3, 3), { first: 0, count: 3 });
    expect(state).to.deep.include({ next: 6, again: [0, 1, 2] });
    expect(firstsOf(state)).to.deep.equal([3]);
    const half = sent(state, 0, 2);
    expect(half).to.deep.include({ next: 6, again: [2] });
    expect(firstsOf(half)).to.deep.equal([3, 0]);
  });

  it('lists a batch once, however often it is sent', () => {
    expect(firstsOf(sent(sent(sent(fresh, 0), 10), 0))).to.deep.equal([10, 0]);
  });

  it('gives each import an id of its own', () => {
    expect(freshState({ digest: 'digest', options: '', service, places }).id).not.to.equal(fresh.id);
  });
});

describe('The journal of an import', () => {
  const folder = temporaryFolder();
  const path = `${folder.path}/people.csv.progress`;
  const open = (found = fresh) => openJournal(path, 'people.csv', found);
  const store = (changes: object) => writeFileSync(path, JSON.stringify({ ...fresh, pid: NO_PROCESS, ...changes }));

  afterEach(() => {
    writeFileSync(path, '');
  });
  after(() => {
    folder.remove();
  });

  it('has the last state that was written, whatever its length', () => {
    const journal = open();
    for (const firsts of [Array.from({ length: 50 }, (_, index) => index), [51], []]) {
      const state = firsts.reduce((before, first) => sent(before, first), fresh);
      journal.write(state);
      expect(open().state).to.deep.equal(state);
    }
  });

  it('is replaced as a whole, so that no failed write leaves half a state', () => {
    const journal = open();
    const before = openSync(path, 'r');
    journal.write(sent(fresh, 0));
    expect(JSON.parse(readFileSync(before, 'utf8'))).to.deep.equal(fresh);
    closeSync(before);
    expect(open().state).to.deep.equal(sent(fresh, 0));
    expect(readdirSync(folder.path)).to.deep.equal(['people.csv.progress']);
  });

  it('removes the partial file of a process that was killed while writing', () => {
    writeFileSync(`${path}.part`, '{"for');
    open().write(sent(fresh, 0));
    expect(readdirSync(folder.path)).to.deep.equal(['people.csv.progress']);
  });

  it('is written to the target of a link, and only the link is removed', () => {
    const link = `${folder.path}/link.progress`;
    symlinkSync(path, link);
    const journal = openJournal(link, 'people.csv', fresh);
    journal.write(sent(fresh, 0));
    expect(lstatSync(link).isSymbolicLink()).to.equal(true);
    expect(open().state).to.deep.equal(sent(fresh, 0));
    journal.remove();
    expect(readdirSync(folder.path)).to.deep.equal(['people.csv.progress']);
  });

  it('names the file that cannot be written', () => {
    mkdirSync(`${path}.d`);
    const inFolder = `${path}.d/people.csv.progress`;
    const journal = openJournal(inFolder, 'people.csv', fresh);
    rmSync(`${path}.d`, { recursive: true });
    for (const fails of [() => journal.write(fresh), () => openJournal(inFolder, 'people.csv', fresh)])
      expect(fails).to.throw(`${inFolder} cannot be written: there is no folder ${path}.d`);
  });

  it('can be continued by another user who has write access', function () {
    if (process.getuid?.() !== 0) this.skip();
    store({ next: 7 });
    chmodSync(path, 0o666);
    chmodSync(folder.path, 0o777);
    process.seteuid?.(1);
    try {
      expect(open().state.next).to.equal(7);
    } finally {
      process.seteuid?.(0);
    }
    expect(statSync(path)).to.include({ uid: 1, mode: 0o100666 });
  });

  it('starts anew where a process was killed before it wrote anything', () => {
    writeFileSync(path, '');
    expect(open().state).to.deep.equal(fresh);
  });

  it('is removed in the end', () => {
    open().remove();
    expect(existsSync(path)).to.equal(false);
  });

  it('can be continued by another process and then has its id', () => {
    store({ next: 7 });
    expect(open().state.next).to.equal(7);
    expect((JSON.parse(readFileSync(path, 'utf8')) as { pid: number }).pid).to.equal(process.pid);
  });

  it('refuses another file, another service, other reports and a file that is being imported', () => {
    store({ digest: 'other' });
    expect(() => open()).to.throw(
      /^people.csv has changed since its import stopped; delete .*people.csv.progress to import all/,
    );
    store({ url: 'http://example.org' });
    expect(() => open()).to.throw(
      /^the import that stopped went to http:\/\/example.org: pass it with --url, or delete/,
    );
    store({ options: '--dates "dmy"' });
    expect(() => open()).to.throw(/^the import that stopped had --dates "dmy": use the same options, or delete/);
    store({ places: { ...places, unknown: 'other.csv' } });
    expect(() => open()).to.throw(
      /^the import that stopped reports to people.csv.refused.csv and other.csv: pass them/,
    );
    store({ pid: process.ppid });
    expect(() => open()).to.throw(`process ${process.ppid} is importing people.csv`);
    writeFileSync(path, 'my own notes');
    expect(() => open()).to.throw(/is not the progress of an import/);
  });

  it('refuses another subject, whose keys are others, while records may be done already', () => {
    const one = [{ first: 0, count: 1, since: 0 }];
    store({ subject: 'jwt:ada', open: one });
    expect(() => open()).to.throw(
      /^the import that stopped was sent by jwt:ada, and may have written some records: continue as the same client, or delete/,
    );
    store({ subject: null, open: one });
    expect(() => open()).to.throw(/^the import that stopped was sent without a token, and/);
    store({ subject: 'jwt:ada', next: 1 });
    expect(open().state).to.include({ subject: 'key:ci', next: 1 });
  });

  // A change of the members needs a new format, or another version would lose records, or create them twice.
  it('has a format, and refuses any other', () => {
    open();
    const state = JSON.parse(readFileSync(path, 'utf8')) as object;
    expect(state).to.include({ format: 4 });
    const members = 'format digest options url subject id next open again counts places reports pid';
    expect(Object.keys(state)).to.have.members(members.split(' '));
    expect(Object.keys(sent(fresh, 0).open[0] ?? {})).to.have.members(['first', 'count', 'since']);
    for (const format of [undefined, 2, 3, 5]) {
      store({ format });
      expect(() => open(), String(format)).to.throw(
        /people.csv.progress was written by another version: finish that import with that version, or delete the file/,
      );
    }
  });
});
