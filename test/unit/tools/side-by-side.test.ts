import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { limit, overdrawn, total } from '../../side-by-side/account.ts';
import { changedFiles } from '../../side-by-side/changed-files.ts';
import { choose } from '../../side-by-side/choose.ts';
import { ProgramClock } from '../../side-by-side/program-clock.ts';

describe('The chosen parts', () => {
  const chosen = (words: string, ...changed: readonly string[]): ReadonlyMap<string, string> =>
    new Map(choose(words.split(' '), () => changed).map(({ name, depth }) => [name, depth]));

  it('are those of the gate for `gate`, no matter what has changed', () => {
    const gate = choose(['gate'], () => {
      throw new Error('asked for changed files');
    });
    expect(gate.map(({ name }) => name))
      .to.include('test:http')
      .and.not.to.include('test:chaos');
    expect(new Set(gate.map(({ depth }) => depth))).to.deep.equal(new Set(['gate']));
  });

  it('include for `npm test` those that a change calls, at the depth of the campaign, with the reason', () => {
    expect([...chosen('test')]).to.deep.equal([...chosen('gate')]);
    const called = choose(['test'], () => ['explorer/src/list.tsx', 'src/adapters/persistence/sql/keyset.ts']);
    expect(called.find(({ name }) => name === 'test:browser')).to.deep.include({
      depth: 'campaign',
      calledBy: ['explorer/src/list.tsx'],
    });
    expect(called.map(({ name }) => name))
      .to.include('test:plans')
      .and.not.to.include('test:chaos');
    expect(called.find(({ name }) => name === 'test:memory')).to.deep.include({ depth: 'gate', calledBy: [] });
  });

  it('include a part if a file in the folder of its tests has changed', () => {
    expect([...chosen('test', 'test/integration/chaos/services.test.ts')]).to.deep.include(['test:chaos', 'campaign']);
  });

  it('are all parts for the campaign, at its depth', () => {
    expect(chosen('campaign').get('test:chaos')).to.equal('campaign');
    expect(chosen('campaign').get('test:http')).to.equal('campaign');
  });
});

describe('The changed files', () => {
  let folder: string;
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  const write = (path: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  };
  const commit = (path: string): void => {
    write(path);
    git('add', '--all');
    git('commit', '--quiet', '--message', path);
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'changed-files-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('are those since the merge base with origin/main, including uncommitted and untracked ones', () => {
    git('init', '--quiet');
    commit('base');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(changedFiles(folder)).to.deep.equal([]);
    commit('src/first');
    commit('src/second');
    writeFileSync(join(folder, 'base'), 'changed');
    write('src/untracked');
    expect(changedFiles(folder)).to.deep.equal(['base', 'src/first', 'src/second', 'src/untracked']);
  });

  it('are those since the previous commit if there is no origin/main, and none without git', () => {
    expect(changedFiles(folder)).to.deep.equal([]);
    git('init', '--quiet');
    commit('first');
    expect(changedFiles(folder)).to.deep.equal([]);
    commit('second');
    expect(changedFiles(folder)).to.deep.equal(['second']);
  });
});

describe('The account', () => {
  it('stays within its limit, with everything that is reserved', () => {
    expect(total()).to.be.at.most(limit);
  });

  it('allows 1.4 times the usual time at the speed of the machine, and a few units of variation', () => {
    const line = { tests: 100, PostgreSQL: 1 };
    const taken = { tests: 27, PostgreSQL: 0.9, Chromium: 0.7 };
    expect(overdrawn(line, taken, 0.25)).to.deep.equal([]);
    expect(overdrawn(line, taken, 0.19)).to.deep.equal(['tests', 'PostgreSQL', 'Chromium']);
  });
});

describe('The CPU time of a part', () => {
  const at = (parent: number, name: string, own: number, ended = 0, started = 1) => ({
    parent,
    name,
    own,
    ended,
    started,
  });

  it('counts servers and browsers separately, with their descendants', () => {
    const clock = new ProgramClock(10);
    clock.look(
      new Map([
        [10, at(1, 'sh', 0.1)],
        [11, at(10, 'MainThread', 20)],
        [12, at(11, 'sh', 0)],
        [13, at(12, 'postgres', 1, 2)],
        [14, at(13, 'postgres', 4)],
        [15, at(11, 'chromium', 8, 1)],
        [16, at(15, 'chromium', 16)],
        [20, at(1, 'postgres', 1000)],
      ]),
    );
    // The shell reports the children of the server, but only the first process of the browser.
    const reported = 20.1 + (1 + 2 + 4) + (8 + 1);
    const { tests, ...servers } = clock.taken(reported);
    expect(servers).to.deep.equal({ PostgreSQL: 7, Chromium: 25 });
    expect(tests).to.be.closeTo(20.1, 0.001);
  });

  it('counts a process that briefly outlives its server only once', () => {
    const clock = new ProgramClock(10);
    const shell = [10, at(1, 'sh', 0)] as const;
    clock.look(new Map([shell, [11, at(10, 'chromium', 1)], [12, at(11, 'chromium', 8)]]));
    clock.look(new Map([shell, [12, at(1, 'chromium', 8)]]));
    expect(clock.taken(3)).to.deep.equal({ tests: 2, PostgreSQL: 0, Chromium: 9 });
  });

  it('keeps the time of ended processes, and follows processes whose parent has ended', () => {
    const clock = new ProgramClock(10);
    clock.look(
      new Map([
        [10, at(1, 'sh', 0)],
        [11, at(10, 'node', 1)],
        [12, at(11, 'postgres', 3, 0, 2)],
      ]),
    );
    clock.look(
      new Map([
        [10, at(1, 'sh', 0)],
        [12, at(1, 'postgres', 5, 0, 2)],
      ]),
    );
    // Another process with the same pid.
    clock.look(
      new Map([
        [10, at(1, 'sh', 0)],
        [12, at(1, 'postgres', 90, 0, 3)],
      ]),
    );
    expect(clock.taken(8)).to.deep.equal({ tests: 3, PostgreSQL: 5, Chromium: 0 });
  });
});
