import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { everyDocument, readDocument } from '../../docs/documents.ts';
import { proseOf } from '../../docs/markdown.ts';
import { proseExceptions, prosePatterns } from '../../docs/prose-patterns.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Line {
  readonly file: string;
  readonly text: string;
  readonly isDocument: boolean;
}

const lines: readonly Line[] = [
  ...everyDocument().flatMap((file) =>
    proseOf(textOf(file)).map((line) => ({ file, text: withoutNames(line), isDocument: true })),
  ),
  ...['src', 'explorer/src', 'client/src'].flatMap(sources).flatMap((file) => {
    const texts = readFileSync(join(ROOT, file), 'utf8').split('\n').flatMap(textsIn);
    return texts.map((text) => ({ file, text, isDocument: false }));
  }),
];

describe('The English of documents, comments and messages', () => {
  for (const { pattern, instead, onlyInDocuments = false } of prosePatterns)
    it(`has no ${String(pattern)}, but ${instead}`, () => {
      const found = lines.filter(
        ({ isDocument, text, file }) =>
          (isDocument || !onlyInDocuments) && pattern.test(text) && !isException(file, text),
      );
      expect(found.map(({ file, text }) => `${file}: ${text.trim()}`)).to.deep.equal([]);
    });

  it('needs every exception', () => {
    const isNeeded = ([name, part]: readonly [string, string, string]): boolean =>
      lines.some(
        ({ file, text }) =>
          file === name && text.includes(part) && prosePatterns.some(({ pattern }) => pattern.test(text)),
      );
    expect(proseExceptions.filter((exception) => !isNeeded(exception))).to.deep.equal([]);
  });

  it('is found where it is foreign', () => {
    const foreign = ['It is no backup.', 'A key, too.', '// Whether it runs', 'When a token is over, it ends'];
    for (const text of foreign)
      expect(
        prosePatterns.some(({ pattern }) => pattern.test(text)),
        text,
      ).to.equal(true);
    const plain = ['There is no backup.', 'It is no longer kept.', 'Run it behind a proxy.', 'more than 10 are over 5'];
    for (const text of plain)
      expect(
        prosePatterns.some(({ pattern }) => pattern.test(text)),
        text,
      ).to.equal(false);
  });
});

/** The notes of released versions stay as they were. */
function textOf(document: string): string {
  const text = readDocument(document);
  return document === 'CHANGELOG.md' ? text.slice(0, text.search(/^## \d/m)) : text;
}

/** A line of a document without code and link targets, which contain names. */
function withoutNames(line: string): string {
  return line.replaceAll(/`[^`]*`/g, '`').replaceAll(/\]\([^)]*\)/g, ']');
}

/** The comment, the strings of several words, and the text between tags in a line of code. */
function textsIn(line: string): readonly string[] {
  const comment = /^\s*(?:\/\/|\/?\*).*|\s\/\/ .*/.exec(line)?.[0] ?? '';
  const strings = line.match(/'(?:[^'\\]|\\.)* (?:[^'\\]|\\.)*'|"[^"]* [^"]*"|`[^`]* [^`]*`?/g) ?? [];
  const shown = /^\s*(?:<[^>]*>)?([A-Z][^{}=;<>()]*)/.exec(line)?.[1] ?? '';
  return [comment.replaceAll(/`[^`]*`/g, '`'), ...(comment === '' ? [...strings, shown] : [])];
}

function isException(file: string, text: string): boolean {
  return proseExceptions.some(([name, part]) => name === file && text.includes(part));
}

function sources(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[jt]sx?|css|html)$/.test(name))
    .map((name) => `${folder}/${name}`);
}
