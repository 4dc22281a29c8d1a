// Exports put an apostrophe before cells that a spreadsheet would run as formulas (docs/export.md).

/** The cell of an export as it was before. Text that no export has written stays as it is. */
export function withoutApostrophes(cell: string): string {
  const disarmed = cell.startsWith("'") && STRAY_SEPARATOR.test(cell.slice(1)) ? cell.slice(1) : cell;
  return partsOf(disarmed)
    .map((part) => (part.startsWith("'") && FORMULA.test(part.slice(1)) ? part.slice(1) : part))
    .join('');
}

/** A `;`, tab or line break begins a new cell in some spreadsheets. */
function partsOf(text: string): readonly string[] {
  return text.split(/(?<=[;\t\r\n])/u);
}

/** An operator, including its full-width and small forms, after anything that a spreadsheet may strip: quotes, white space, invisible characters. */
const FORMULA = /^[\s\p{Quotation_Mark}\p{Cc}\p{Cf}]*[-+=@\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u;
const STRAY_SEPARATOR = /^'*[\t\r\n]/u;
