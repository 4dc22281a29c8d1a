import { expect } from 'chai';
import { globSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };
import { pathOf } from '../../docs/documents.ts';

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

/** The scripts that a script runs side by side. */
function partsOf(name: string): readonly string[] {
  return scripts[name]?.replace('node test/side-by-side/run.ts ', '').split(' ') ?? [];
}

describe('The scripts of package.json', () => {
  it('run every test file exactly once with `npm test`', () => {
    const patterns = partsOf('test').map((part) => /"(.+)"$/.exec(scripts[part] ?? '')?.[1] ?? '');
    const run = patterns.flatMap((pattern) => globSync(pattern, { cwd: pathOf('.') }));
    expect(run.sort()).to.deep.equal(globSync('test/**/*.test.ts', { cwd: pathOf('.') }).sort());
  });

  it('run all but the unit tests with `npm run test:integration`', () => {
    expect(['test:unit', ...partsOf('test:integration')]).to.deep.equal(partsOf('test'));
  });

  it('run every check with `npm run check`', () => {
    const checks = Object.keys(scripts).filter((name) => name.startsWith('check:'));
    expect([...partsOf('check')].sort()).to.deep.equal(checks.sort());
  });
});
