import { format, resolveConfig } from 'prettier';
import { pathOf } from './documents.ts';
import { withAnswers } from './examples.ts';
import { withTables } from './generated-tables.ts';

/**
 * A document as it should be: its tables made from the code, its answers those of the service.
 * @param name decides how it is formatted
 * @param answers one for each example
 */
export async function rewrite(name: string, markdown: string, answers: readonly string[]): Promise<string> {
  const filepath = pathOf(name);
  return format(withTables(withAnswers(markdown, answers)), { ...(await resolveConfig(filepath)), filepath });
}
