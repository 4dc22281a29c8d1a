// The normative statements of JSON:API 1.0, as listed by the authors of the standard (CC0).
import { readFileSync } from 'node:fs';

export type Level = 'MUST' | 'SHOULD' | 'RECOMMENDED' | 'MAY';

export interface Statement {
  /** `id#n`: the n-th statement with that id; six ids occur twice. */
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
 * Reads all statements, in the order of the standard.
 * @throws Error when a text has no key word
 */
export function readStatements(): readonly Statement[] {
  const file = new URL('data/normative-statements.json', import.meta.url);
  const { included } = JSON.parse(readFileSync(file, 'utf8')) as { readonly included: readonly ListedStatement[] };
  const counts = new Map<string, number>();
  return included.map(({ id, attributes: { level, description }, relationships }) => {
    const ordinal = (counts.get(id) ?? 0) + 1;
    counts.set(id, ordinal);
    return {
      key: `${id}#${ordinal}`,
      id,
      section: relationships.section.data.id,
      level: levelOf(description),
      listedLevel: level,
      text: description,
    };
  });
}

interface ListedStatement {
  readonly id: string;
  readonly attributes: { readonly level: string; readonly description: string };
  readonly relationships: { readonly section: { readonly data: { readonly id: string } } };
}

function levelOf(text: string): Level {
  const word = /\b(MUST|SHOULD|RECOMMENDED|MAY)\b/.exec(text)?.[0];
  const level = levels.find((each) => each === word);
  if (level === undefined) throw new Error(`no key word in ${JSON.stringify(text)}`);
  return level;
}
