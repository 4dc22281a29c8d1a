// Parses the Markdown that the documentation tests need: fenced blocks, headings, tables, links.

/** A fenced code block. Line numbers start from 0. */
export interface Fence {
  readonly language: string;
  /** The line of the opening fence. */
  readonly start: number;
  /** The line of the closing fence. */
  readonly end: number;
  readonly lines: readonly string[];
}

/** The fenced blocks, in order. */
export function fencesOf(markdown: string): readonly Fence[] {
  const lines = markdown.split('\n');
  const fences: Fence[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const language = /^```(\w*)$/.exec(lines[start] ?? '')?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf('```', start + 1);
    if (end < 0) throw new Error(`the block in line ${start + 1} is not closed`);
    fences.push({ language, start, end, lines: lines.slice(start + 1, end) });
    start = end;
  }
  return fences;
}

/** The lines outside fenced blocks. */
export function proseOf(markdown: string): readonly string[] {
  const fences = fencesOf(markdown);
  return markdown.split('\n').filter((_, line) => !fences.some(({ start, end }) => start <= line && line <= end));
}

/** The texts of all headings, in order, without backticks. */
export function headingsOf(markdown: string): readonly string[] {
  return proseOf(markdown).flatMap((line) => /^#{1,6} (.*)$/.exec(line)?.[1]?.replaceAll('`', '') ?? []);
}

/** The section with a heading, up to the next heading of any level; undefined if there is no such heading. */
export function sectionOf(markdown: string, heading: string): string | undefined {
  const lines = markdown.split('\n');
  const fences = fencesOf(markdown);
  const isInFence = (line: number): boolean => fences.some(({ start, end }) => start <= line && line <= end);
  const starts = [...lines.keys()].filter((line) => /^#{1,6} /.test(lines[line] ?? '') && !isInFence(line));
  const index = starts.findIndex((line) => headingsOf(lines[line] ?? '').includes(heading));
  return index < 0 ? undefined : lines.slice(starts[index], starts[index + 1]).join('\n');
}

/** The cells of all tables by row, without the delimiter rows. */
export function tablesOf(markdown: string): readonly (readonly (readonly string[])[])[] {
  const tables: string[][][] = [];
  let isPublic = false;
  for (const line of proseOf(markdown)) {
    const isRow = line.startsWith('|');
    if (isRow && !isPublic) tables.push([]);
    if (isRow && !/^[|\s:-]+$/.test(line)) tables.at(-1)?.push(cellsOf(line));
    isPublic = isRow;
  }
  return tables;
}

/** Writes a table. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const write = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [write(head), write(head.map(() => '---')), ...rows.map(write)].join('\n');
}

/** The targets of all links. */
export function linksOf(markdown: string): readonly string[] {
  return [
    ...proseOf(markdown)
      .join('\n')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ].map(([, target = '']) => target);
}

/** The anchors of all headings, as GitHub generates them. */
export function anchorsOf(markdown: string): ReadonlySet<string> {
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
  return new Set(headingsOf(markdown).map(slug));
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
