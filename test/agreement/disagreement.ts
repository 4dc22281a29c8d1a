import type { FindResult } from '#application/model/query';
import { perType, type ResourceType } from '#domain/schema';
import type { DrawnQuery } from './queries.ts';
import { idsOf, linksOf, targetsOf, type World } from './world.ts';

/** The result of a storage, or its failure. */
export type Answer = FindResult | { readonly failure: string };

/** A readable report of a query whose results differ. */
export class Disagreement extends Error {
  constructor(world: World, drawn: DrawnQuery, answers: Readonly<Record<string, Answer>>) {
    const { query, sent } = drawn;
    const { filter, ...rest } = query;
    const lines = [
      ...Object.values(perType((type) => rowsOf(world, type))).flat(),
      `query for ${query.type}${sent === undefined ? ', not from a query string' : ''}`,
      ...(sent ?? []).map(([name, value]) => `  ${name}=${visible(value)}`),
      `  tree ${readable(filter)}`,
      `  ${readable(rest)}`,
      ...Object.entries(answers).map(([name, answer]) => `${name} answers ${readable(answer)}`),
    ];
    super(`the storages disagree\n${lines.join('\n')}`);
  }
}

function rowsOf(world: World, type: ResourceType): readonly string[] {
  const ids = idsOf(world, type);
  return world.rows[type].map((row, index) => {
    const id = ids[index] ?? '';
    const links = Object.keys(row.links ?? {}).map((name) => {
      const ofRow = linksOf(world, type, name).filter((link) => link.id === id);
      return [name, ofRow.map(({ target }) => target)];
    });
    const values = { ...row.attributes, ...targetsOf(world, type, row), ...Object.fromEntries(links) };
    return `${type} ${id} ${readable(values)}`;
  });
}

function readable(value: unknown): string {
  return visible(JSON.stringify(value));
}

/** Escapes everything beyond printable ASCII. */
function visible(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
