// Requests as code samples to copy. The code reads the credentials from the environment variable TOKEN.
import { curlCommand, type Request } from './curl.ts';
import { isScalar, parseJson, type Json } from './json.ts';
import type { Reading } from './tried-request.ts';

export const languages = ['curl', 'JavaScript', 'Python'] as const;

export type Language = (typeof languages)[number];

export const codeIn: Readonly<Record<Language, (request: Request, reading: Reading) => string>> = {
  curl: curlCommand,
  JavaScript: inJavaScript,
  Python: inPython,
};

function inJavaScript({ method, url, headers, body, isSigned }: Request, reading: Reading): string {
  const sent = headerLines(headers, isSigned === true ? ['Authorization: `Bearer ${process.env.TOKEN}`,'] : []);
  const options = [
    ...(method === 'GET' ? [] : [`method: ${JSON.stringify(method)},`]),
    ...(sent.length === 0 ? [] : ['headers: {', ...indented(sent, 2), '},']),
    // JSON is also a JavaScript expression.
    ...(body === undefined ? [] : [`body: ${documentIn(body) ? `JSON.stringify(${body})` : JSON.stringify(body)},`]),
  ];
  const rest = options.length === 0 ? '' : `, {\n${indented(options, 2).join('\n')}\n}`;
  return `const response = await fetch(${JSON.stringify(url)}${rest});\n${READ_IN_JAVASCRIPT[reading]}`;
}

const READ_IN_JAVASCRIPT: Readonly<Record<Reading, string>> = {
  json: 'console.log(response.status, await response.json());',
  text: 'console.log(response.status, await response.text());',
  headers: 'console.log(response.status, Object.fromEntries(response.headers));',
  events: `const decoder = new TextDecoder();
for await (const bytes of response.body) console.log(decoder.decode(bytes, { stream: true }));`,
};

function inPython({ method, url, headers, body, isSigned }: Request, reading: Reading): string {
  const sent = headerLines(headers, isSigned === true ? [`"Authorization": f"Bearer {os.environ['TOKEN']}",`] : []);
  const document = documentIn(body);
  const bodyText = document === undefined ? `data=${JSON.stringify(body)}` : `json=${literalInPython(document)}`;
  const parameters = [
    `${JSON.stringify(method)},`,
    `${JSON.stringify(url)},`,
    ...(sent.length === 0 ? [] : ['headers={', ...indented(sent, 4), '},']),
    ...(body === undefined ? [] : [`${bodyText},`]),
    ...(reading === 'events' ? ['stream=True,'] : []),
  ];
  const call = ['response = requests.request(', ...indented(parameters, 4), ')', READ_IN_PYTHON[reading]];
  return [...(isSigned === true ? ['import os', ''] : []), 'import requests', '', ...call].join('\n');
}

const READ_IN_PYTHON: Readonly<Record<Reading, string>> = {
  json: 'print(response.status_code, response.json())',
  text: 'print(response.status_code, response.text)',
  headers: 'print(response.status_code, response.headers)',
  events: 'for line in response.iter_lines(decode_unicode=True):\n    print(line)',
};

/** JSON as Python: true, false and null become True, False and None. */
function literalInPython(document: Json): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  const tokens = /"(?:[^"\\]|\\.)*"|true|false|null/gu;
  return JSON.stringify(document, null, 4).replaceAll(tokens, (token) => words[token] ?? token);
}

/** The object or list in a body; undefined for other text, which is sent unchanged. */
function documentIn(body: string | undefined): Json | undefined {
  const json = parseJson(body ?? '');
  return isScalar(json) ? undefined : json;
}

/** The members of a JavaScript object or Python dict. */
function headerLines(headers: Request['headers'], more: readonly string[]): readonly string[] {
  const lines = Object.entries(headers).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return [...lines, ...more];
}

function indented(lines: readonly string[], width: number): readonly string[] {
  return lines.map((line) => line.replaceAll(/^/gmu, ' '.repeat(width)));
}
