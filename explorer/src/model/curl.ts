export interface Request {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** True if credentials are sent with it. A shell has them in TOKEN. */
  readonly isSigned?: boolean;
}

/** The command that sends the same request from a shell. `-g` takes brackets literally. */
export function curlCommand({ method, url, headers, body, isSigned }: Request): string {
  const words = ['curl', '-g'];
  // With `-X HEAD`, curl would wait for a body.
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push('-X', method);
  // Shows events as they arrive.
  if (headers['Accept'] === 'text/event-stream') words.push('-N');
  words.push(quoted(url));
  for (const [name, value] of Object.entries(headers)) words.push('-H', quoted(`${name}: ${value}`));
  if (isSigned === true) words.push('-H', '"Authorization: Bearer $TOKEN"');
  if (body !== undefined) words.push('-d', quoted(body));
  return words.join(' ');
}

/** Within single quotes, a shell takes every character literally, except the quote itself. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
