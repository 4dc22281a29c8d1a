import { messageOf } from '#application/model/describe-error';
import type { Log } from '#adapters/http/koa/log';
import { readValidPolicy } from '../access/read-policy-file.ts';

/** The policy that workers are given. A bad file takes the place of a good one neither in them nor here. */
export class HeldPolicy {
  readonly #file: string;
  #text: string;

  private constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** @throws Error if the file is unreadable or invalid */
  static async read(file: string): Promise<HeldPolicy> {
    return new HeldPolicy(file, await readValidPolicy(file));
  }

  get text(): string {
    return this.#text;
  }

  /** @returns whether the file is valid; else the former policy stays */
  async renew(log: Log): Promise<boolean> {
    try {
      this.#text = await readValidPolicy(this.#file);
      return true;
    } catch (error) {
      log.error({ reason: messageOf(error) }, 'the restart is refused, as the policy is invalid');
      return false;
    }
  }
}
