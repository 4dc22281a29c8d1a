// The text of a migration, formatted as Prettier would.
import type { Step } from './difference-steps.ts';

const INDENT = '  ';

/** The comment of a migration. */
interface Comment {
  /** One sentence. */
  readonly summary: string;
  /** The lines of the statements for the operator. */
  readonly grants: readonly string[];
}

/**
 * The file of a migration.
 * @param words the module that the migration imports
 */
export function sourceOf(words: string, comment: Comment, steps: readonly Step[]): string {
  const helpers = [
    ...(steps.some(({ kind }) => kind === 'count rows') ? ['countRows'] : []),
    ...(steps.some(({ kind }) => kind === 'index text') ? ['indexText'] : []),
  ];
  const given = helpers.length === 0 ? '()' : `({ ${helpers.join(', ')} })`;
  return [
    `import { migration } from '${words}';`,
    '',
    ...commentLines(comment),
    `export default migration(${given} => [`,
    ...steps.flatMap(linesOf),
    ']);',
    '',
  ].join('\n');
}

function commentLines({ summary, grants }: Comment): readonly string[] {
  if (grants.length === 0) return [`/** ${summary} */`];
  return [
    '/**',
    ` * ${summary} Then run as the owner of the tables:`,
    ' *',
    ...grants.map((line) => ` *     ${line}`),
    ' */',
  ];
}

function linesOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'statement':
      return [...(step.caution === undefined ? [] : [`${INDENT}// ${step.caution}`]), ...linesOfSql(step.sql)];
    case 'index text':
      return [`${INDENT}...indexText('${step.table}', '${step.column}'),`];
    case 'count rows':
      return [`${INDENT}...countRows('${step.table}'),`];
  }
}

function linesOfSql(sql: string): readonly string[] {
  if (!sql.includes('\n')) return [`${INDENT}${/['\\]/.test(sql) ? `\`${escape(sql)}\`` : `'${sql}'`},`];
  const [first = '', ...rest] = escape(sql).split('\n');
  return [`${INDENT}\`${first}`, `${rest.map((line) => `${INDENT}${line}`).join('\n')}\`,`];
}

/** For a template literal. */
function escape(text: string): string {
  return text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);
}
