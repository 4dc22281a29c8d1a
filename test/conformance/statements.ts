// The normative statements that the service is checked against, in four lists. The list for JSON:API 1.0 comes from its authors. The others are
// shortened from the specifications, with ids of our own: every sentence of JSON:API 1.1 with a key word, and every sentence of the extension and
// the profile that binds a server. All texts are CC0.
import { readFileSync } from 'node:fs';

export type Level = 'MUST' | 'SHOULD' | 'RECOMMENDED' | 'MAY';

/** The versions of JSON:API that a run can check. */
export const versions = ['1.0', '1.1'] as const;

export type Version = (typeof versions)[number];

export type ListName = 'JSON:API 1.0' | 'Atomic Operations' | 'Cursor Pagination' | 'JSON:API 1.1';

/**
 * The lists that a run in each version checks, in order. Each list belongs to one version. Requests that use the extension or the profile name it
 * themselves, so a run in 1.0 checks both.
 */
export const listsOf: Readonly<Record<Version, readonly ListName[]>> = {
  '1.0': ['JSON:API 1.0', 'Atomic Operations', 'Cursor Pagination'],
  '1.1': ['JSON:API 1.1'],
};

export interface Statement {
  readonly list: ListName;
  /** Unique in one version. For JSON:API 1.0 `id#n`, the n-th statement with that id, because six ids occur twice; otherwise the id. */
  readonly key: string;
  readonly id: string;
  readonly section: string;
  /** The first key word of the text, which takes precedence over the listed level. */
  readonly level: Level;
  readonly listedLevel: string;
  readonly text: string;
  /** Only in JSON:API 1.1: the key of the equivalent statement of 1.0. */
  readonly same?: string | undefined;
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
 * Reads the statements of a version, list by list, in the order of the texts.
 * @throws Error when a text has no key word
 */
export function readStatements(version: Version): readonly Statement[] {
  return listsOf[version].flatMap((list) => readList(list));
}

const files: Readonly<Record<ListName, string>> = {
  'JSON:API 1.0': 'json-api-1.0.json',
  'Atomic Operations': 'atomic-operations.json',
  'Cursor Pagination': 'cursor-pagination.json',
  'JSON:API 1.1': 'json-api-1.1.json',
};

interface ListedStatement {
  readonly id: string;
  /** The heading in the text. */
  readonly section: string;
  /** Absent if it is that of the text. */
  readonly level?: string;
  readonly text: string;
  readonly same?: string;
}

function readList(list: ListName): readonly Statement[] {
  const counts = new Map<string, number>();
  return (readData(files[list]) as readonly ListedStatement[]).map(({ id, section, level: listed, text, same }) => {
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
      same,
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
