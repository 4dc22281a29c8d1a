import { expect } from 'chai';
import { runSideBySide, type Part } from '../../side-by-side/side-by-side.ts';
import { temporaryFolder } from '../../support/service-process.ts';

describe('Commands that are run side by side', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  const part = (name: string, script: string): Part => ({ name, command: [process.execPath, '--eval', script] });
  const saying = (name: string, code = 0): Part =>
    part(name, `console.log('${name} 1'); console.error('${name} 2'); process.exitCode = ${code}`);
  /** Says something, and ends once the other one has, too. */
  const meeting = (name: string, other: string): Part =>
    part(
      name,
      `const { existsSync, writeFileSync } = require('node:fs');
      console.log('${name} 1');
      writeFileSync('${folder.path}/${name}', '');
      setInterval(() => existsSync('${folder.path}/${other}') && (console.log('${name} 2'), process.exit()), 10);`,
    );

  async function outputOf(parts: readonly Part[], atATime: number, stop?: AbortSignal): Promise<readonly string[]> {
    let output = '';
    const succeeded = await runSideBySide(parts, atATime, (text) => (output += text), stop);
    const lines = output.replaceAll(/after \d+ s/g, 'after … s').split('\n');
    return [...lines.filter((line) => line !== ''), String(succeeded)];
  }

  it('run at the same time, and their output does not mix', async () => {
    const output = await outputOf([meeting('a', 'b'), meeting('b', 'a')], 2);
    const [first, second] = output[0] === 'a 1' ? ['a', 'b'] : ['b', 'a'];
    expect(output).to.deep.equal([
      ...[first, second].flatMap((name) => [`${name} 1`, `${name} 2`, `✔ ${name} passed after … s`]),
      ...[first, second].map((name) => `✔ ${name} passed after … s`),
      'true',
    ]);
  });

  it('go on after a failure, whose output is repeated at the end', async () => {
    expect(await outputOf([saying('a'), saying('b', 3), saying('c')], 1)).to.deep.equal([
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
      '✔ a passed after … s',
      '✖ b failed (3) after … s',
      '✔ c passed after … s',
      'false',
    ]);
  });

  it('fail when they are killed', async () => {
    const output = await outputOf([part('a', `process.kill(process.pid, 'SIGKILL')`)], 2);
    expect(output.slice(-2)).to.deep.equal(['✖ a failed (SIGKILL) after … s', 'false']);
  });

  it('are not started any more once they are to stop', async () => {
    const stop = new AbortController();
    const output = outputOf([saying('a'), saying('b')], 1, stop.signal);
    stop.abort();
    expect((await output).slice(-3)).to.deep.equal(['✔ a passed after … s', '- b was not run', 'false']);
  });
});
