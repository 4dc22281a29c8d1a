// Parses the subset of curl that the documentation uses, so that its examples run without curl.
import type { ApiRequest } from './api-request.ts';
import { shellWords } from './shell-words.ts';

/** The addresses that the documentation uses: that of a service, and of one in memory next to it. */
const BASE_URL = /^http:\/\/127\.0\.0\.1:300[01](?=\/)/;

/** The supported options; some take the next word as their argument. */
const OPTIONS: Readonly<Record<string, 'nothing' | 'word'>> = {
  '-g': 'nothing',
  '-G': 'nothing',
  '-N': 'nothing',
  '-X': 'word',
  '-H': 'word',
  '-d': 'word',
  '--data-urlencode': 'word',
};

/**
 * Returns the request that a curl command sends.
 * @throws Error for unsupported options, and for brackets that curl would expand
 */
export function parseCurl(command: string): ApiRequest {
  const { options, urls } = readWords(shellWords(command));
  const [url = '', ...others] = urls;
  if (others.length > 0 || !BASE_URL.test(url)) throw new Error(`not exactly one URL of a service: ${command}`);
  if (/[[\]{}]/.test(url) && !options.has('-g')) throw new Error(`without -g curl expands brackets: ${command}`);
  const path = url.replace(BASE_URL, '');
  const headers = Object.fromEntries((options.get('-H') ?? []).map(readHeader));
  const data = [...(options.get('-d') ?? []), ...(options.get('--data-urlencode') ?? []).map(encodeData)];
  const body = data.length === 0 ? undefined : data.join('&');
  if (options.has('-G')) return { method: 'GET', path: `${path}?${data.join('&')}`, headers, body: undefined };
  const method = options.get('-X')?.[0] ?? (body === undefined ? 'GET' : 'POST');
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  return { method, path, headers: { ...type, ...headers }, body };
}

function readWords([name, ...words]: readonly string[]): {
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly urls: readonly string[];
} {
  if (name !== 'curl') throw new Error(`not curl: ${name ?? ''}`);
  const options = new Map<string, string[]>();
  const urls: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-')) {
      urls.push(word);
      continue;
    }
    const takes = OPTIONS[word];
    if (takes === undefined) throw new Error(`unsupported curl option: ${word}`);
    if (takes === 'word') index += 1;
    options.set(word, [...(options.get(word) ?? []), takes === 'word' ? (words[index] ?? '') : '']);
  }
  return { options, urls };
}

function readHeader(header: string): readonly [string, string] {
  const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(header) ?? [];
  return [name, value];
}

/** curl encodes only the value of `name=value`. */
function encodeData(data: string): string {
  const end = data.indexOf('=');
  return `${data.slice(0, end)}=${encodeURIComponent(data.slice(end + 1))}`;
}
