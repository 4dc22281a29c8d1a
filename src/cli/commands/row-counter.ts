const [LINE_FEED, QUOTE] = [0x0a, 0x22];

/**
 * Counts the rows of an export as it arrives.
 * @returns a function that takes the next piece and returns the number of rows that have ended so far
 */
export function rowCounter(format: 'csv' | 'ndjson'): (piece: Uint8Array) => number {
  // The header of CSV is not a row, and its quoted cells may contain line breaks. A doubled quote leaves a cell and enters it again.
  let rows = format === 'csv' ? -1 : 0;
  let isQuoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE && format === 'csv') isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) rows += 1;
    }
    return Math.max(rows, 0);
  };
}
