// CSV injection (https://owasp.org/www-community/attacks/CSV_Injection): spreadsheets run a cell that begins like a formula.

/**
 * Puts an apostrophe before a cell that begins like a formula, which makes it text. Also after each `;`, tab and line break within it: a
 * spreadsheet set to `;`, as in much of Europe, starts a new cell there. Different texts stay different.
 *
 * `escape_formulas` of csv-stringify looks only at the first character of the cell.
 * @example escapeFormulas('=1+1'); // "'=1+1"
 */
export function escapeFormulas(text: string | null): string | null {
  if (text === null) return null;
  const disarmed = partsOf(text)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
  return STRAY_SEPARATOR.test(text) ? `'${disarmed}` : disarmed;
}

/** The inverse of `escapeFormulas`. A text that it cannot have made stays as it is. */
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
/** An operator, also in its wide and small forms, behind anything that a spreadsheet may strip: quotes, white space, invisible characters. */
const FORMULA = /^[\s\p{Quotation_Mark}\p{Cc}\p{Cf}]*[-+=@\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u;
/** A tab or line break at the start moves the rest into another cell, whatever it is. */
const STRAY_SEPARATOR = /^'*[\t\r\n]/;
