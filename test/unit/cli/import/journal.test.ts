import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import {
  freshState,
  markNotDone,
  openJournal,
  markSending,
  markSettled,
  type ImportState,
} from '../../../../src/cli/import/journal.ts';
import { temporaryFolder } from '../../../support/service-process.ts';

const places = { refused: 'people.csv.refused.csv', unknown: 'people.csv.unknown.csv' };
const fresh = freshState('digest', 'http://127.0.0.1:3000', places);
/** More than any system's highest process. */
const NO_PROCESS = 2 ** 22 + 1;

const sent = (state: ImportState, record: number): ImportState => markSending(state, record, 1000 + record);
const recordsOf = ({ open }: ImportState): readonly number[] => open.map(({ record }) => record);

describe('The state of an import', () => {
  it('knows what was sent and not answered, and since when', () => {
    const state = [0, 1, 2].reduce(sent, fresh);
    expect(state).to.deep.include({ next: 3, again: [] });
    expect(state.open).to.deep.equal([0, 1, 2].map((record) => ({ record, since: 1000 + record })));
    const created = markSettled(state, 1, 'created', state.reports);
    expect(created).to.deep.include({ next: 3, counts: { created: 1, refused: 0, unknown: 0 } });
    expect(recordsOf(created)).to.deep.equal([0, 2]);
    const refused = markSettled(created, 0, 'refused', { refused: 80, unknown: 0 });
    expect(refused).to.deep.include({ reports: { refused: 80, unknown: 0 } });
    expect(recordsOf(refused)).to.deep.equal([2]);
  });

  it('sends again what was not done, once', () => {
    const state = markNotDone([0, 1].reduce(sent, fresh), 0);
    expect(state).to.deep.include({ next: 2, again: [0] });
    expect(recordsOf(state)).to.deep.equal([1]);
    expect(sent(state, 0)).to.deep.include({ next: 2, again: [] });
    expect(recordsOf(sent(state, 0))).to.deep.equal([1, 0]);
  });

  it('lists a record once, however often it is sent', () => {
    expect(recordsOf([0, 1, 0].reduce(sent, fresh))).to.deep.equal([1, 0]);
  });

  it('gives each import an id of its own', () => {
    expect(freshState('digest', fresh.url, places).id).not.to.equal(fresh.id);
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
    for (const states of [Array.from({ length: 50 }, (_, index) => index), [51], []]) {
      const state = states.reduce(sent, fresh);
      journal.write(state);
      expect(open().state).to.deep.equal(state);
    }
  });

  it('starts anew where a process was killed before it wrote anything', () => {
    writeFileSync(path, '');
    expect(open().state).to.deep.equal(fresh);
  });

  it('is removed in the end', () => {
    open().remove();
    expect(existsSync(path)).to.equal(false);
  });

  it('goes on in another process, and says so', () => {
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
      /^the import that stopped went to http:\/\/example.org: name it with --url; or delete/,
    );
    store({ places: { ...places, unknown: 'other.csv' } });
    expect(() => open()).to.throw(
      /^the import that stopped reports to people.csv.refused.csv and other.csv: name them/,
    );
    store({ pid: process.ppid });
    expect(() => open()).to.throw(`process ${process.ppid} is importing people.csv`);
    writeFileSync(path, 'my own notes');
    expect(() => open()).to.throw(/is not the progress of an import/);
  });
});
