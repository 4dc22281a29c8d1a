// The text of a migration, formatted as Prettier would.
import type { Step } from './difference-steps.ts';

const INDENT = '  ';
const LINE_WIDTH = 120;

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
    ...(steps.some(({ kind }) => kind === 'erase changes') ? ['eraseChanges'] : []),
    ...(steps.some(({ kind }) => kind === 'index text') ? ['indexText'] : []),
    ...(steps.some(({ kind }) => kind === 'refuse unset') ? ['refuseUnset'] : []),
  ];
  const given = helpers.length === 0 ? '()' : `({ ${helpers.join(', ')} })`;
  return [
    `import { migration } from '${words}';`,
    '',
    ...commentLines(comment),
    ...exportLines(`export default migration(${given} => [`, steps.flatMap(linesOf)),
    '',
  ].join('\n');
}

function exportLines(opening: string, lines: readonly string[]): readonly string[] {
  const statements = lines.map((line) => line.trim()).join(' ');
  const whole = `${opening}${statements.slice(0, -1)}]);`;
  const fits = whole.length <= LINE_WIDTH && !lines.some((line) => /^ *\/\/|\n/.test(line));
  return fits ? [whole] : [opening, ...lines, ']);'];
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
    case 'erase changes':
      return [
        `${INDENT}// Erases the stored states of these types in the changes feed, and restarts the feed: all its readers start over.`,
        `${INDENT}...eraseChanges(${step.types.map((type) => `'${type}'`).join(', ')}),`,
      ];
    case 'refuse unset':
      return [`${INDENT}refuseUnset('${step.table}', '${step.column}'),`];
  }
}

function linesOfSql(sql: string): readonly string[] {
  if (!/[\n\r'\\]/.test(sql)) return [`${INDENT}'${sql}',`];
  const [first = '', ...rest] = escape(sql).split('\n');
  return [`${INDENT}\`${[first, ...rest.map((line) => INDENT + line)].join('\n')}\`,`];
}

/** For a template literal. Line breaks in SQL literals are escaped, so that indenting does not change them. */
function escape(text: string): string {
  return text
    .replaceAll(/[\\`]|\$\{/g, String.raw`\$&`)
    .replaceAll(/'[^']*'/g, (literal) => literal.replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`));
}
