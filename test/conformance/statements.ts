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
    ...readList('JSON:API 1.0', 'json-api-1.0.json'),
    ...readList('JSON:API 1.1, extensions and profiles', 'extensions-and-profiles.json'),
    ...readList('Atomic Operations', 'atomic-operations.json'),
    ...readList('Cursor Pagination', 'cursor-pagination.json'),
  ];
}

interface ListedStatement {
  readonly id: string;
  /** The heading in the text. */
  readonly section: string;
  /** Absent if it is that of the text. */
  readonly level?: string;
  readonly text: string;
}

function readList(list: ListName, name: string): readonly Statement[] {
  const counts = new Map<string, number>();
  return (readData(name) as readonly ListedStatement[]).map(({ id, section, level: listed, text }) => {
    const ordinal = (counts.get(id) ?? 0) + 1;
    counts.set(id, ordinal);
    const level = levelOf(text);
    return {
      list,
      key: list === 'JSON:API 1.0' ? `${id}#${ordinal}` : id,
      id,
      section,
      level,
      listedLevel: listed ?? level,
      text,
    };
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
