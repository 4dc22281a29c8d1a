import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

/** The files that may name the default model. */
const HOME = new RegExp(`^src/(product/|domain/(declarations|${declared().join('|')})\\.ts$)`);

/** The package is named after the project, so its name contains those of the types. */
const PACKAGE = '@jsonapi-person-computer/server';

/** Words that always refer to the default model. */
const NAMES = new Set(['person', 'persons', 'computer', 'computers', 'serial', 'serials']);
/** Words that refer to it only in this order. */
const COMPOUNDS = [
  ['birth', 'date'],
  ['display', 'name'],
];

/** The files that `declarations.ts` lists. */
function declared(): readonly string[] {
  const list = readFileSync(join(ROOT, 'src/domain/declarations.ts'), 'utf8');
  return [...list.matchAll(/^import \{.*\} from '\.\/(.*)\.ts'/gm)].map(([, file = '']) => file);
}

describe('The engine', () => {
  const files = globSync('src/**/*.{ts,js}', { cwd: ROOT }).filter((file) => !HOME.test(file));

  it('names no type, attribute or relationship of the default model', () => {
    expect(files).to.have.property('length').greaterThan(350);
    const found = files.flatMap((file) =>
      tokensOf(readFileSync(join(ROOT, file), 'utf8')).flatMap((token) =>
        namesModel(token) ? [`${file}: ${token}`] : [],
      ),
    );
    expect(found).to.deep.equal([]);
  });

  for (const token of [
    'person',
    'listPersons',
    'PERSON_COUNT',
    '/computers/:id',
    'birth_date',
    'displayName',
    'serial',
  ])
    it(`is found to name it by "${token}"`, () => {
      expect(tokensOf(`const x = '${token}';`).filter(namesModel)).to.deep.equal([token]);
    });

  for (const source of ['// a person', '/** a computer */ const a = 1', 'serialize(personal)', "'owner-conflict'"])
    it(`may contain ${source}`, () => {
      expect(tokensOf(source).filter(namesModel)).to.deep.equal([]);
    });
});

/** The identifiers and strings of a source, without comments. */
function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isIdentifier(node) ||
      ts.isPrivateIdentifier(node) ||
      ts.isLiteralExpression(node) ||
      ts.isTemplateLiteralToken(node)
    )
      tokens.push(node.text.replaceAll(PACKAGE, ''));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('', source, ts.ScriptTarget.Latest));
  return tokens;
}

/** @example wordsOf('listPersons of birth_date') // ['list', 'persons', 'of', 'birth', 'date'] */
function wordsOf(token: string): readonly string[] {
  return token
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function namesModel(token: string): boolean {
  const words = wordsOf(token);
  return (
    words.some((word) => NAMES.has(word)) ||
    COMPOUNDS.some(([first, second]) => words.some((word, at) => word === first && words[at + 1] === second))
  );
}
