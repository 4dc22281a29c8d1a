import { format, resolveConfig } from 'prettier';
import { pathOf } from './documents.ts';
import { withAnswers } from './examples.ts';
import { withTables } from './generated-tables.ts';

/**
 * Regenerates the tables and answers of a document, and formats it.
 * @param name determines the format
 * @param answers one for each example
 */
export async function rewrite(name: string, markdown: string, answers: readonly string[]): Promise<string> {
  const filepath = pathOf(name);
  return format(withTables(withAnswers(markdown, answers)), { ...(await resolveConfig(filepath)), filepath });
}
