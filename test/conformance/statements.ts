// The normative statements that the service is checked against, in four lists. The authors of JSON:API list those of 1.0. Of the other texts these are
// the sentences with a key word that bind a server, shortened, under ids of our own. All texts are CC0.
import { readFileSync } from 'node:fs';

export type Level = 'MUST' | 'SHOULD' | 'RECOMMENDED' | 'MAY';

/** The names of the lists, in order. */
export const lists = [
  'JSON:API 1.0',
  'JSON:API 1.1, extensions and profiles',
  'Atomic Operations',
  'Cursor Pagination',
] as const;

export type ListName = (typeof lists)[number];

export interface Statement {
  readonly list: ListName;
  /** The id; for JSON:API 1.0 `id#n`, the n-th statement with that id, because six ids occur twice. */
  readonly key: string;
  readonly id: string;
  readonly section: string;
  /** The first key word of the text, which takes precedence over the listed level. */
  readonly level: Level;
  readonly listedLevel: string;
  readonly text: string;
}

export const levels: readonly Level[] = ['MUST', 'SHOULD', 'RECOMMENDED', 'MAY'];

/** The statements whose listed level differs from the level in their text. */
export const differingLevels: Readonly<Record<string, Level>> = {
  'resource-optional-top-level#1': 'MAY',
  'sorting-multiple-fields#1': 'MAY',
  'create-responses-404-related#1': 'MUST',
  'query-parameters-bad-request#1': 'MUST',
};

/**
 * Reads all statements, list by list, in the order of the texts.
 * @throws Error when a text has no key word
 */
export function readStatements(): readonly Statement[] {
  return [
    ...readVersion10(),
    ...readOwnList('JSON:API 1.1, extensions and profiles', 'extensions-and-profiles.json'),
    ...readOwnList('Atomic Operations', 'atomic-operations.json'),
    ...readOwnList('Cursor Pagination', 'cursor-pagination.json'),
  ];
}

interface ListedStatement {
  readonly id: string;
  readonly attributes: { readonly level: string; readonly description: string };
  readonly relationships: { readonly section: { readonly data: { readonly id: string } } };
}

function readVersion10(): readonly Statement[] {
  const { included } = readData('normative-statements.json') as { readonly included: readonly ListedStatement[] };
  const counts = new Map<string, number>();
  return included.map(({ id, attributes: { level, description }, relationships }) => {
    const ordinal = (counts.get(id) ?? 0) + 1;
    counts.set(id, ordinal);
    return {
      list: 'JSON:API 1.0',
      key: `${id}#${ordinal}`,
      id,
      section: relationships.section.data.id,
      level: levelOf(description),
      listedLevel: level,
      text: description,
    };
  });
}

interface OwnStatement {
  readonly id: string;
  /** The heading in the text. */
  readonly section: string;
  readonly text: string;
}

function readOwnList(list: ListName, name: string): readonly Statement[] {
  return (readData(name) as readonly OwnStatement[]).map(({ id, section, text }) => {
    const level = levelOf(text);
    return { list, key: id, id, section, level, listedLevel: level, text };
  });
}

function readData(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8'));
}

function levelOf(text: string): Level {
  const word = /\b(MUST|SHOULD|RECOMMENDED|MAY)\b/.exec(text)?.[0];
  const level = levels.find((each) => each === word);
  if (level === undefined) throw new Error(`no key word in ${JSON.stringify(text)}`);
  return level;
}
