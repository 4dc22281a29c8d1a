// Finds the examples of a document. The request is a `sh` block with a curl command, or an `http` block. The answer is either the next
// `json` block, with the whole document, the next `csv` or `ndjson` block, with the whole file, the next `text` block, with as many events of
// a stream as it shows, or a summary: the line of the `http` block that starts with an arrow. Further requests can follow a summary. In a `sh`
// block with comments that start with an arrow, each line with a curl command is an example, and the comment below it the outcome; a line that
// starts with `etag=` or `position=` keeps the ETag or the position of an answer for the lines after it.
import type { ApiRequest } from './api-request.ts';
import { parseCurl } from './curl.ts';
import { ARROW, parseHttpExample } from './http-example.ts';
import { fencesOf, type Fence } from './markdown.ts';
import { OUTCOME } from './outcome.ts';

export interface Example {
  readonly request: ApiRequest;
  /** From 1. */
  readonly line: number;
  readonly answer: ExpectedAnswer;
}

interface ExpectedAnswer {
  /** `tag`, `position`: no text; the ETag, or the position in the feed of changes, is kept. */
  readonly kind: 'document' | 'file' | 'events' | 'summary' | 'outcome' | Kept;
  readonly text: string;
  /** The lines of the answer, from 0; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** A value of a response that a line keeps for later lines. */
export type Kept = 'tag' | 'position';

/**
 * The examples of a document, in order.
 * @throws Error for an example that cannot be parsed
 */
export function findExamples(markdown: string): readonly Example[] {
  const fences = fencesOf(markdown).flatMap(eachSummarized);
  return fences.flatMap((fence, index) => {
    if (fence.language === 'sh' && fence.lines.some(isOutcome)) return shortExamplesIn(fence);
    const request = requestOf(fence);
    if (request === undefined) return [];
    const next = fences[index + 1];
    return [{ request, line: fence.start + 1, answer: answerIn(fence, next) }];
  });
}

/** Replaces the answers in a document, one for each example. */
export function withAnswers(markdown: string, answers: readonly string[]): string {
  const lines = markdown.split('\n');
  const examples = [...findExamples(markdown).entries()];
  for (const [index, { answer }] of examples.reverse()) {
    if (isKept(answer.kind)) continue;
    lines.splice(answer.from, answer.to - answer.from, answers[index] ?? '');
  }
  return lines.join('\n');
}

/** The parts of an `http` block that end with a summary, as blocks of their own. */
function eachSummarized(fence: Fence): readonly Fence[] {
  const { language, start, lines } = fence;
  const isEnd = (line: string, index: number): boolean => line.startsWith(ARROW) || index === lines.length - 1;
  const ends = lines.flatMap((line, index) => (isEnd(line, index) ? [index + 1] : []));
  if (language !== 'http' || ends.length < 2) return [fence];
  return ends.map((end, index) => {
    const from = ends[index - 1] ?? 0;
    return { language, start: start + from, end: start + 1 + end, lines: lines.slice(from, end) };
  });
}

function requestOf({ language, lines }: Fence): ApiRequest | undefined {
  if (language === 'http') return parseHttpExample(lines);
  if (language === 'sh' && lines[0]?.startsWith('curl ') === true) return parseCurl(withPlaceholders(lines.join('\n')));
  return undefined;
}

export function isKept(kind: ExpectedAnswer['kind']): kind is Kept {
  return kind === 'tag' || kind === 'position';
}

interface Keeping {
  /** Matches a line that keeps it, and captures the URL. */
  readonly line: RegExp;
  readonly variable: string;
  /** Its placeholder in a request. */
  readonly placeholder: string;
}

export const keepings: Readonly<Record<Kept, Keeping>> = {
  tag: {
    line: /^etag=\$\(curl -s -o \/dev\/null -w '%header\{etag\}' (\S+)\)$/,
    variable: '$etag',
    placeholder: '<etag>',
  },
  position: {
    line: /^position=\$\(curl -sg '(\S+)' \| jq -r \.meta\.position\)$/,
    variable: '$position',
    placeholder: 'KEPT-POSITION',
  },
};

const kinds = ['tag', 'position'] as const satisfies readonly Kept[];

function isOutcome(line: string): boolean {
  return line.startsWith(OUTCOME.trimEnd());
}

/** A block of commands, each with its outcome in a comment. */
function shortExamplesIn({ start, lines }: Fence): readonly Example[] {
  return lines.flatMap((command, index): readonly Example[] => {
    const line = start + index + 2;
    const keeping = keptExample(command, line);
    if (keeping !== undefined) return [keeping];
    if (!command.startsWith('curl ')) return [];
    const text = lines[index + 1] ?? '';
    if (!isOutcome(text)) throw new Error(`no outcome follows line ${line}`);
    const request = parseCurl(withPlaceholders(command));
    return [{ request, line, answer: { kind: 'outcome', text, from: line, to: line + 1 } }];
  });
}

function keptExample(command: string, line: number): Example | undefined {
  for (const kind of kinds) {
    const [, url] = keepings[kind].line.exec(command) ?? [];
    const request = url === undefined ? undefined : parseCurl(`curl -g '${url}'`);
    if (request !== undefined) return { request, line, answer: { kind, text: '', from: line, to: line } };
  }
  return undefined;
}

function withPlaceholders(command: string): string {
  return kinds.reduce((text, kind) => text.replaceAll(keepings[kind].variable, keepings[kind].placeholder), command);
}

/** @param next the block after the one with the request */
function answerIn(fence: Fence, next: Fence | undefined): ExpectedAnswer {
  const kind = next && KINDS[next.language];
  if (next === undefined || kind === undefined) return summaryIn(fence);
  return { kind, text: next.lines.join('\n'), from: next.start + 1, to: next.end };
}

const KINDS: Readonly<Record<string, 'document' | 'file' | 'events'>> = {
  json: 'document',
  csv: 'file',
  ndjson: 'file',
  text: 'events',
};

/** The last line of the block if it is a summary, else the place for a new one. */
function summaryIn({ language, end, lines }: Fence): ExpectedAnswer {
  if (language !== 'http') throw new Error(`no json block follows line ${end + 1}`);
  const text = lines.at(-1) ?? '';
  const exists = text.startsWith(ARROW);
  const from = exists ? end - 1 : end;
  return { kind: 'summary', text: exists ? text : '', from, to: end };
}
