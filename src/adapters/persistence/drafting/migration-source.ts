// The text of a migration, formatted as Prettier would.
import type { Step } from './difference-steps.ts';

const WIDTH = 120;
const INDENT = ' '.repeat(4);
const HELPERS = '#adapters/persistence/tables/migrations/helpers';

/** The comment of a migration. */
interface Comment {
  /** One sentence. */
  readonly summary: string;
  /** The lines of the statements for the operator. */
  readonly grants: readonly string[];
}

/**
 * The file of a migration.
 * @param name in kebab-case
 */
export function sourceOf(name: string, comment: Comment, steps: readonly Step[]): string {
  const counts = steps.some(({ kind }) => kind === 'count rows');
  const helpers = [
    ...(counts ? ['countRows', 'currentSchema'] : []),
    ...(steps.some(({ kind }) => kind === 'index text') ? ['indexText'] : []),
  ];
  return [
    "import { Migration } from '@mikro-orm/migrations';",
    ...(helpers.length === 0 ? [] : [`import { ${helpers.join(', ')} } from '${HELPERS}';`]),
    '',
    ...commentLines(comment),
    `export class ${classNameOf(name)} extends Migration {`,
    counts ? '  override async up(): Promise<void> {' : '  override up(): void {',
    ...steps.flatMap(linesOf),
    '  }',
    '}',
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

function classNameOf(name: string): string {
  return name.replaceAll(/(?:^|-)(.)/g, (_match, letter: string) => letter.toUpperCase());
}

function linesOf(step: Step): readonly string[] {
  switch (step.kind) {
    case 'statement':
      return [...(step.caution === undefined ? [] : [`${INDENT}// ${step.caution}`]), ...addSql(step.sql)];
    case 'index text':
      return addAll(`indexText('${step.table}', '${step.column}')`);
    case 'count rows':
      return addAll(`countRows(await currentSchema(this), '${step.table}')`);
  }
}

function addAll(call: string): readonly string[] {
  const [loop, body] = [`${INDENT}for (const statement of ${call})`, 'this.addSql(statement);'];
  const line = `${loop} ${body}`;
  return line.length <= WIDTH ? [line] : [loop, `${INDENT}  ${body}`];
}

function addSql(sql: string): readonly string[] {
  if (sql.includes('\n')) {
    const lines = escape(sql)
      .split('\n')
      .map((line) => `${INDENT}  ${line}`);
    return [`${INDENT}this.addSql(\``, `${lines.join('\n')}\`);`];
  }
  const literal = /['\\]/.test(sql) ? `\`${escape(sql)}\`` : `'${sql}'`;
  const line = `${INDENT}this.addSql(${literal});`;
  return line.length <= WIDTH ? [line] : [`${INDENT}this.addSql(`, `${INDENT}  ${literal},`, `${INDENT});`];
}

/** For a template literal. */
function escape(text: string): string {
  return text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);
}
