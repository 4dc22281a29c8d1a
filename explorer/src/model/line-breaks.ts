// A textarea turns every line break into LF (HTML: "API value"). Stored texts may have CR LF or CR.

/** The text as a textarea shows it. */
export function withPlainBreaks(text: string): string {
  return text.replace(/\r\n?/gu, '\n');
}

/**
 * Applies an edit to the stored text. Unedited parts keep their line breaks; new ones take the form of the first.
 * @example afterEdit('a\r\nb', 'a\nbc') // 'a\r\nbc'
 */
export function afterEdit(before: string, typed: string): string {
  if (!before.includes('\r')) return typed;
  const shown = withPlainBreaks(before);
  const shorter = Math.min(shown.length, typed.length);
  let start = 0;
  while (start < shorter && shown[start] === typed[start]) start += 1;
  let end = 0;
  while (end < shorter - start && shown.at(-1 - end) === typed.at(-1 - end)) end += 1;
  const [usual = '\n'] = /\r\n?|\n/u.exec(before) ?? [];
  const after = [
    before.slice(0, placeIn(before, start)),
    typed.slice(start, typed.length - end).replaceAll('\n', usual),
    before.slice(placeIn(before, shown.length - end)),
  ].join('');
  // If the edit joins a CR and an LF, they would become one line break.
  return withPlainBreaks(after) === typed ? after : typed;
}

/** Converts an offset in the textarea to an offset in the stored text. */
function placeIn(text: string, shown: number): number {
  let place = 0;
  for (let left = shown; left > 0; left -= 1) place += text.startsWith('\r\n', place) ? 2 : 1;
  return place;
}
