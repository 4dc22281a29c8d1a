import { expect } from 'chai';
import { globSync } from 'node:fs';
import packageJson from '../../../package.json' with { type: 'json' };
import { pathOf } from '../../docs/documents.ts';
import { account } from '../../side-by-side/account.ts';
import { checks, tests } from '../../side-by-side/parts.ts';

const scripts: Readonly<Record<string, string>> = packageJson.scripts;

const mochaParts = tests.map(({ name }) => name).filter((name) => name.startsWith('test:'));

describe('The scripts of package.json', () => {
  it('run every test file exactly once with `npm run test:all`', () => {
    const patterns = mochaParts.map((part) => /"(.+)"$/.exec(scripts[part] ?? '')?.[1] ?? '');
    const run = patterns.flatMap((pattern) => globSync(pattern, { cwd: pathOf('.') }));
    const all = globSync('test/**/*.test.ts', { cwd: pathOf('.') });
    expect(run, 'twice').to.deep.equal([...new Set(run)]);
    expect(
      all.filter((file) => !run.includes(file)),
      'never: it needs a script `test:…`, and a place in parts.ts',
    ).to.be.empty;
  });

  it('run mocha, with the settings of integration tests or of another model where needed', () => {
    for (const part of mochaParts) {
      const kind = part.slice('test:'.length);
      const command =
        kind === 'unit'
          ? 'mocha "test/unit/**/*.test.ts"'
          : `mocha --config .mocharc.${kind === 'library' || kind === 'archive' ? kind : 'integration'}.json "test/integration/${kind}/**/*.test.ts"`;
      expect(scripts[part], part).to.equal(command);
    }
  });

  it('run a part only for path patterns that match a file', () => {
    const patterns = tests.flatMap(({ name, when }) =>
      when.flatMap(alternativesOf).map((pattern) => ({ name, pattern })),
    );
    expect(patterns).to.deep.include({ name: 'test:plans', pattern: 'src/adapters/persistence/tables/**' });
    expect(patterns.filter(({ pattern }) => globSync(pattern, { cwd: pathOf('.') }).length === 0)).to.deep.equal([]);
  });

  it('run every check exactly once with `npm run check`', () => {
    const written = Object.keys(scripts).filter((name) => name.startsWith('check:'));
    expect([...checks].sort()).to.deep.equal(written.sort());
  });

  it('have a line in the account for each part of the gate', () => {
    const gate = tests.filter(({ depth }) => depth === 'gate').map(({ name }) => name);
    expect(Object.keys(account).sort()).to.deep.equal(gate.sort());
  });
});

/** Expands braces, because each alternative has to match a file. */
function alternativesOf(pattern: string): readonly string[] {
  const [all, names = ''] = /\{(.+)\}/.exec(pattern) ?? [];
  return all === undefined ? [pattern] : names.split(',').map((name) => pattern.replace(all, name));
}
