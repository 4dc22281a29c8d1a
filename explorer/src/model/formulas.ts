// Exports prefix an apostrophe to cells that a spreadsheet would evaluate as formulas (docs/paging.md).

/** Removes the apostrophe that an export added. Other text is unchanged. */
export function withoutApostrophes(cell: string): string {
  const disarmed = cell.startsWith("'") && STRAY_SEPARATOR.test(cell.slice(1)) ? cell.slice(1) : cell;
  return partsOf(disarmed)
    .map((part) => (part.startsWith("'") && FORMULA.test(part.slice(1)) ? part.slice(1) : part))
    .join('');
}

/** Some spreadsheets start a new cell at a `;`, tab or line break. */
function partsOf(text: string): readonly string[] {
  return text.split(/(?<=[;\t\r\n])/u);
}

/** An operator, or its full-width or small form, after characters that a spreadsheet may strip: quotes, white space, invisible ones. */
const FORMULA = /^[\s\p{Quotation_Mark}\p{Cc}\p{Cf}]*[-+=@\uFF0B\uFF0D\uFF1D\uFF20\uFE62\uFE63\uFE66\uFE6B]/u;
const STRAY_SEPARATOR = /^'*[\t\r\n]/u;
