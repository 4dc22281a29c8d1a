import type { Found } from '../../src/application/model/query.ts';
import type { ResourceType } from '../../src/application/model/schema.ts';
import type { Question } from './questions.ts';
import { idsOf, type World } from './world.ts';

/** What a storage answers, or how it fails. */
export type Answer = Found | { readonly failure: string };

/** Two storages that answer the same question differently, as a person wants to see it. */
export class Disagreement extends Error {
  constructor(world: World, question: Question, answers: Readonly<Record<string, Answer>>) {
    const { query, sent } = question;
    const { filter, ...rest } = query;
    const lines = [
      ...rowsOf(world, 'person'),
      ...rowsOf(world, 'computer'),
      `asked for ${query.type}${sent === undefined ? ', not through a query string' : ''}`,
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
  return world[type].map((row, index) => {
    const owner = 'owner' in row && row.owner !== null ? { owner: idsOf(world, 'person')[row.owner] } : {};
    return `${type} ${ids[index] ?? ''} ${readable({ ...row, ...owner })}`;
  });
}

function readable(value: unknown): string {
  return visible(JSON.stringify(value));
}

/** Everything beyond printable ASCII as an escape. */
function visible(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
