import { existsSync } from 'node:fs';
import { expect } from 'chai';
import type { Load } from '../../side-by-side/parts.ts';
import { runSideBySide, type Part, type RunOptions } from '../../side-by-side/side-by-side.ts';
import { eventually } from '../../support/eventually.ts';
import { temporaryFolder } from '../../support/service-process.ts';

describe('Commands that are run side by side', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  const part = (name: string, script: string, load: Load = 'computes'): Part => ({
    name,
    load,
    command: [process.execPath, '--eval', script],
    again: `npm run ${name}`,
  });
  /** A script that takes CPU time. */
  const burn = (millis: string): string => `
    const most = 1000 * ${millis};
    const taken = () => Object.values(process.cpuUsage()).reduce((sum, each) => sum + each);
    while (taken() < most);`;
  const saying = (name: string, code = 0): Part =>
    part(name, `console.log('${name} 1'); console.error('${name} 2'); process.exitCode = ${code}`);
  /** Prints something, and ends once the other one has ended as well. */
  const meeting = (name: string, other: string, load?: Load): Part =>
    part(
      name,
      `const { existsSync, writeFileSync } = require('node:fs');
      console.log('${name} 1');
      writeFileSync('${folder.path}/${name}', '');
      setInterval(() => existsSync('${folder.path}/${other}') && (console.log('${name} 2'), process.exit()), 10);`,
      load,
    );

  /** The lines of the output, without the table, and whether all succeeded. */
  async function outputOf(
    parts: readonly Part[],
    places: RunOptions['places'],
    more: Partial<RunOptions> = {},
  ): Promise<readonly string[]> {
    let output = '';
    const succeeded = await runSideBySide(parts, { places, write: (text) => (output += text), ...more });
    const [told = '', table = ''] = output
      .replaceAll(/\b\d+ s\b/g, '… s')
      .replaceAll(/[\d.]+ units/g, '… units')
      .split(/^ {2}part .*\n/m);
    tables.push(table);
    return [...told.split('\n').filter((line) => line !== ''), String(succeeded)];
  }
  const tables: string[] = [];

  it('run at the same time, and their output does not mix', async () => {
    const output = await outputOf([meeting('a', 'b'), meeting('b', 'a')], { computes: 2, waits: 0 });
    const [first, second] = output[0] === 'a 1' ? ['a', 'b'] : ['b', 'a'];
    expect(output).to.deep.equal([
      ...[first, second].flatMap((name) => [`${name} 1`, `${name} 2`, `✔ ${name} passed after … s`]),
      'true',
    ]);
  });

  it('wait beside those that compute, and never more of these run than there are places', async () => {
    const output = await outputOf([meeting('c', 'd', 'waits'), saying('e'), meeting('d', 'c')], {
      computes: 1,
      waits: 1,
    });
    expect(output.slice(0, 3)).to.deep.equal(['e 1', 'e 2', '✔ e passed after … s']);
    expect(output.at(-1)).to.equal('true');
  });

  it('go on after a failure, whose output is repeated at the end, with the command that repeats it', async () => {
    const parts = [saying('a'), saying('b', 3), saying('c')];
    expect(await outputOf(parts, { computes: 1, waits: 0 })).to.deep.equal([
      'a 1',
      'a 2',
      '✔ a passed after … s',
      'b 1',
      'b 2',
      '✖ b failed (3) after … s',
      'c 1',
      'c 2',
      '✔ c passed after … s',
      '✖ b failed (3) after … s:',
      'b 1',
      'b 2',
      'false',
    ]);
    expect(tables.at(-1)).to.match(/^✔ a [ \d.]+\n✖ b [ \d.]+again: npm run b\n✔ c .*\n {2}all .*\n.*%\n$/);
  });

  it('fail when they are killed', async () => {
    const output = await outputOf([part('a', `process.kill(process.pid, 'SIGKILL')`)], { computes: 2, waits: 0 });
    expect(output).to.include('✖ a failed (137) after … s').and.include('false');
  });

  it('are interrupted, and no more are started, once they are to stop', async () => {
    const stop = new AbortController();
    const started = `${folder.path}/started`;
    const endless = part('a', `fs.writeFileSync('${started}', ''); setInterval(() => {}, 1000)`);
    const output = outputOf([endless, saying('b')], { computes: 1, waits: 0 }, { stop: stop.signal });
    // Before that, the signal can come while the shell becomes the command, and is lost.
    await eventually('it has started', () => existsSync(started));
    stop.abort();
    expect(await output).to.deep.equal(['✖ a failed (SIGINT) after … s', '✖ a failed (SIGINT) after … s:', 'false']);
    expect(tables.at(-1)).to.match(/^✖ a .*\n- b was not run\n/);
  });

  it('say what is running, what they took of the processors, and how many tests passed and failed', async () => {
    const script = `
      ${burn('400')};
      console.log('\\n  12 passing (1s)\\n  2 pending\\n  3 failing\\n');
      process.exitCode = 3`;
    const output = await outputOf([part('a', script)], { computes: 1, waits: 0 }, { progressMillis: 50 });
    expect(output[0]).to.equal('… … s: 0 of 1 parts have ended, running: a');
    const [, tests, cpu] = /^✖ a +\d+ +(\d+) +([\d.]+) /.exec(tables.at(-1) ?? '') ?? [];
    expect(Number(cpu)).to.be.within(0.3, 60);
    expect(tests).to.equal('15');
    expect(tables.at(-1)).to.contain('\n\n12 passed, 3 failed, 2 skipped\n');
  });

  describe('with one that takes more than its account allows', () => {
    const burning = (millis: string): Part => ({
      ...part('a', `console.log('a 1'); ${burn(millis)}`),
      line: { tests: 0.1 },
    });
    const options = { measureUnit: () => Promise.resolve(0.06) };

    it('repeat it alone, and fail if it takes too much again', async () => {
      const output = await outputOf([burning('400')], { computes: 1, waits: 0 }, options);
      const reason = 'more CPU time than test/side-by-side/account.ts allows: tests … units instead of 3.1';
      expect(output).to.deep.equal([
        'a 1',
        '✔ a passed after … s',
        `a took ${reason}, so it runs again, alone:`,
        'a 1',
        '✔ a passed after … s',
        `✖ a failed (${reason}) after … s:`,
        'false',
      ]);
      expect(tables.at(-1)).to.match(/^✖ a .* 0\.060 +\d+ % {2}again: node test\/side-by-side\/run.ts a\n/);
    });

    it('measure the unit while it runs, too', async () => {
      const busy = `${folder.path}/busy`;
      const script = `fs.writeFileSync('${busy}', ''); ${burn('400')}; fs.rmSync('${busy}')`;
      const measureUnit = () => Promise.resolve(existsSync(busy) ? 0.6 : 0.06);
      const slowed = { ...part('a', script), line: { tests: 0.1 } };
      const output = await outputOf([slowed], { computes: 1, waits: 0 }, { measureUnit, measureMillis: 20 });
      expect(output).to.deep.equal(['✔ a passed after … s', 'true']);
    });

    it('succeed if it takes less when it runs alone', async () => {
      const seen = `${folder.path}/seen`;
      const millis = `(fs.existsSync('${seen}') ? 1 : (fs.writeFileSync('${seen}', ''), 400))`;
      const output = await outputOf([burning(millis)], { computes: 1, waits: 0 }, options);
      expect(output.slice(3)).to.deep.equal(['a 1', '✔ a passed after … s', 'true']);
    });
  });
});
