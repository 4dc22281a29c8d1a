// The options of `import` that control how its file is read.
import { quote } from '#adapters/http/api/error-wording';
import { DATE_ORDERS, ORDERS_IN_WORDS } from '../import/dates.ts';
import type { FileDialect } from '../import/file-dialect.ts';
import { choiceOf, isOn, textOf, textsOf, UsageError, type CommandArguments, type Option } from './command.ts';

export const dialectOptions = {
  update: { meaning: 'change the resources with the ids in the file instead of creating new ones' },
  type: { value: 'TYPE', meaning: 'the type of the rows, if the header matches several types' },
  delimiter: {
    value: 'CHARACTER',
    meaning: 'the character between cells, or "tab" (default: comma, semicolon or tab, as in the header)',
  },
  dates: {
    value: 'ORDER',
    meaning: `${ORDERS_IN_WORDS}: the order in dates such as 31/12/1999 (default: YYYY-MM-DD)`,
  },
  map: { value: 'HEADER=NAME', repeatable: true, meaning: 'the attribute for a column; HEADER= leaves it out' },
} satisfies Readonly<Record<string, Option>>;

/** Limited to these options, so that `givenDialect` includes every option that affects the requests. */
type DialectArguments = CommandArguments<keyof typeof dialectOptions>;

/** @throws UsageError */
export async function readDialect(given: DialectArguments): Promise<FileDialect> {
  const { typeNames } = await import('../import/columns.ts');
  return {
    typeName: choiceOf(given, 'type', typeNames),
    delimiter: readDelimiter(given),
    dates: choiceOf(given, 'dates', DATE_ORDERS),
    map: readMap(textsOf(given, 'map')),
    isUpdate: isOn(given, 'update'),
  };
}

function readDelimiter(given: DialectArguments): string | undefined {
  const text = textOf(given, 'delimiter');
  if (text === 'tab') return '\t';
  if (text === undefined || /^[^\w\s"]$|^\t$/.test(text)) return text;
  throw new UsageError('--delimiter must be "tab" or one character that is not a letter, digit, space or quote');
}

function readMap(texts: readonly string[]): ReadonlyMap<string, string> {
  const map = new Map<string, string>();
  for (const [heading, name] of texts.map(readMapping)) {
    if (map.has(heading)) throw new UsageError(`--map names the column ${quote(heading)} twice`);
    map.set(heading, name);
  }
  return map;
}

/** The heading may be empty, because spreadsheets often end with columns that have none. */
function readMapping(text: string): readonly [heading: string, name: string] {
  const [, heading, name] = /^(.*)=([^=]*)$/s.exec(text) ?? [];
  if (heading === undefined || name === undefined)
    throw new UsageError(`--map must be a header and an attribute, such as --map 'Full name=name'`);
  return [heading.trim(), name.trim()];
}

/** The options as given, to compare them with those of an earlier run. */
export function givenDialect({ options }: CommandArguments<string>): string {
  return Object.keys(dialectOptions)
    .flatMap((name) =>
      [options[name] ?? []]
        .flat()
        .map((value) => (value === true ? `--${name}` : `--${name} ${JSON.stringify(value)}`)),
    )
    .join(' ');
}
