import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';

const ROOT = join(import.meta.dirname, '../../..');

describe('The tree', () => {
  it('has no exported name in two senses', () => {
    const files = new Map<string, string[]>();
    for (const file of filesBelow('src', '.ts'))
      for (const [, name = ''] of read(file).matchAll(EXPORT)) files.set(name, [...(files.get(name) ?? []), file]);
    expect(files).to.have.property('size').greaterThan(500);
    // A model in a folder replaces some files.
    const { imports } = JSON.parse(read('package.json')) as {
      readonly imports: Readonly<Record<string, string | object>>;
    };
    const alternatives = Object.values(imports).map((target) =>
      String(Object.values<string>({ ...Object(target) }).sort()),
    );
    const isInPlace = (same: readonly string[]): boolean =>
      alternatives.includes(String(same.map((file) => `./${file}`).sort()));
    expect([...files].filter(([, same]) => same.length > 1 && !isInPlace(same))).to.deep.equal([]);
  });

  it('has no folders that import each other', () => {
    const imports = filesBelow('src', '.ts').flatMap((file) =>
      [...read(file).matchAll(IMPORT)].map(([, to = '']) => {
        const target = to.startsWith('#') ? to.replace('#', 'src/') : join(dirname(file), to);
        return { from: dirname(file), to: dirname(target) };
      }),
    );
    const between = new Set(imports.flatMap(({ from, to }) => (from === to ? [] : [`${from} -> ${to}`])));
    expect(between).to.have.property('size').greaterThan(200);
    expect(
      imports.filter(({ from, to }) => between.has(`${from} -> ${to}`) && between.has(`${to} -> ${from}`)),
    ).to.deep.equal([]);
  });

  it('reports every kind of observation', () => {
    const port = 'src/application/ports/observation.ts';
    const kinds = [...read(port).matchAll(/readonly (kind: '[^']+')/g)].map(([, kind = '']) => kind);
    const sources = filesBelow('src', '.ts').flatMap((file) => (file === port ? [] : [read(file)]));
    expect(kinds).to.have.property('length').greaterThan(20);
    expect(kinds.filter((kind) => !sources.some((source) => source.includes(`{ ${kind}`)))).to.deep.equal([]);
  });

  it('has unit tests in the folders of what they test', () => {
    const folders = ['domain', 'application', 'adapters', 'composition', 'cli'].flatMap((part) =>
      filesBelow(`test/unit/${part}`, '.ts').map((file) => dirname(file).replace('test/unit', 'src')),
    );
    expect(folders).to.include('src/adapters/http/request/filter');
    expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).to.deep.equal([]);
  });

  it('has no test that draws random values without a seed', () => {
    const lines = filesBelow('test', '.ts')
      // Tools that people run draw new seeds.
      .filter((file) => !/\/(run|depth|tree\.test)\.ts$/.test(file))
      .flatMap((file) =>
        read(file)
          .split('\n')
          .map((line) => `${file}: ${line.trim()}`),
      );
    const draws = lines.filter((line) => /Math\.random\(|newSeed|seed.*Date\.now\(/i.test(line));
    expect(draws).to.have.property('length').greaterThan(2);
    expect(draws.filter((line) => !line.includes('pause('))).to.deep.equal([]);
    for (const settings of [
      '.mocharc.json',
      '.mocharc.integration.json',
      '.mocharc.library.json',
      '.mocharc.archive.json',
    ])
      expect(read(settings), settings).to.contain('./test/support/fixed-seeds.ts');
  });

  it('has the files that its documents, comments and messages name', () => {
    const known = ['src', 'test', 'bench', 'client', 'explorer', 'deploy'].flatMap((folder) => filesBelow(folder, ''));
    const texts = [...DOCUMENTS, ...filesBelow('docs', '.md'), ...filesBelow('src', '.ts')];
    const named = texts.flatMap((text) =>
      [...read(text).matchAll(NAMED), ...read(text).matchAll(IN_SRC)].map(([, path = '']) => ({ text, path })),
    );
    expect(named).to.have.property('length').greaterThan(100);
    const isThere = (path: string): boolean => known.some((file) => `/${file}`.endsWith(`/${path}`));
    expect(named.filter(({ path }) => !isThere(path))).to.deep.equal([]);
  });

  it('has the decisions that its comments and documents name', () => {
    const texts = [...DOCUMENTS, ...filesBelow('docs', '.md'), ...filesBelow('src', '.ts')];
    const named = texts.flatMap((text) =>
      [...read(text).matchAll(DECISION)].map(([, number = '']) => ({ text, number })),
    );
    expect(named).to.have.property('length').greaterThan(5);
    const decisions = [...read('ARCHITECTURE.md').matchAll(/^### (\d+)[.] /gm)].map(([, number]) => number);
    expect(decisions).to.have.property('length').greaterThan(30);
    expect(named.filter(({ number }) => !decisions.includes(number))).to.deep.equal([]);
  });
});

const EXPORT = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
/** Without imports that depend on the served model, such as `#product`. */
const IMPORT = /(?:from|import)\s*\(?\s*'([.#][^']*\/[^']+)'/g;
/** In backquotes, with a folder in front. A new file is not there yet, and NAME stands for any. */
const NAMED = /(?<!A new file, )`(?!.*NAME)((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|mjs))`/g;
/** Paths from the root, including those in messages. */
const IN_SRC = /(?<!A new file, `)\b(src\/[\w./-]+\.ts)\b/g;
/** A comment names the page of the decision; a link points to its heading. */
const DECISION = /ARCHITECTURE[.]md(?:, decision |#)(\d+)/g;
const DOCUMENTS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md', 'bench/README.md'];

function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`);
}

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8');
  texts.set(file, text);
  return text;
}
