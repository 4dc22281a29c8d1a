// CSV injection (https://owasp.org/www-community/attacks/CSV_Injection): spreadsheets run a cell that begins like a formula.

/**
 * Puts an apostrophe before a cell that begins like a formula, which makes it text. Does the same after each `;`, tab and line break within the cell,
 * because a spreadsheet that separates by `;`, as in much of Europe, starts a new cell there. Different texts stay different.
 *
 * The option `escape_formulas` of csv-stringify checks only the first character of the cell.
 * @example escapeFormulas('=1+1'); // "'=1+1"
 */
export function escapeFormulas(text: string | null): string | null {
  if (text === null) return null;
  const disarmed = partsOf(text)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
  return STRAY_SEPARATOR.test(text) ? `'${disarmed}` : disarmed;
}

/** The inverse of `escapeFormulas`. Text that is not its output stays as it is. */
export function unescapeFormulas(cell: string): string {
  const disarmed = cell.startsWith("'") && STRAY_SEPARATOR.test(cell.slice(1)) ? cell.slice(1) : cell;
  return partsOf(disarmed)
    .map((part) => (part.startsWith("'") && FORMULA.test(part.slice(1)) ? part.slice(1) : part))
    .join('');
}

function partsOf(text: string): readonly string[] {
  return SEPARATOR.test(text) ? text.split(BEHIND_SEPARATOR) : [text];
}

const SEPARATOR = /[;\t\r\n]/;
const BEHIND_SEPARATOR = /(?<=[;\t\r\n])/;
/** An operator, including its full-width and small forms, after anything that a spreadsheet may strip: quotes, white space, invisible characters. */
const FORMULA = /^[\s\p{Quotation_Mark}\p{Cc}\p{Cf}]*[-+=@\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u;
/** A tab or line break at the start moves the rest into another cell. */
const STRAY_SEPARATOR = /^'*[\t\r\n]/;
