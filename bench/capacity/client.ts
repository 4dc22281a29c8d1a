import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Request } from '../rows.ts';

const TOKEN = 'consistency-token';

/** One connection that sends back the latest token that it has been given, as the typed client does. */
export class Client {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * @returns the length of the body, in bytes
   * @throws Error when the answer is an error: the figures would be meaningless
   */
  async send({ method, path, headers, body }: Request): Promise<number> {
    const sent = request(this.#url + path, {
      method,
      agent: this.#agent,
      headers: { ...headers, ...(this.#token !== '' && { [TOKEN]: this.#token }) },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [answer] = await answered;
    let bytes = 0;
    let problem = '';
    const isError = (answer.statusCode ?? 0) >= 400;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (isError) problem += chunk.toString();
    }
    if (isError) throw new Error(`${method} ${path}: ${answer.statusCode} ${problem}`);
    const token = answer.headers[TOKEN];
    // Of two tokens the greater text is the later one.
    if (typeof token === 'string' && token > this.#token) this.#token = token;
    return bytes;
  }

  close(): void {
    this.#agent.destroy();
  }
}
