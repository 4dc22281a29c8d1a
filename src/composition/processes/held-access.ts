import { messageOf } from '#application/model/describe-error';
import type { KeyFile } from '#adapters/authentication/key-file';
import type { Log } from '#adapters/http/koa/log';
import type { AccessTexts } from '../access/open-access.ts';
import { openKeyFile } from '../access/open-key-file.ts';
import { readValidPolicy } from '../access/read-policy-file.ts';
import type { Config } from '../config/config.ts';

/** The policy and the keys that workers are given. A bad file takes the place of a good one neither in them nor here. */
export class HeldAccess {
  readonly #policyFile: string;
  readonly #keys: KeyFile | undefined;
  #policy: string;

  private constructor(policyFile: string, policy: string, keys: KeyFile | undefined) {
    this.#policyFile = policyFile;
    this.#policy = policy;
    this.#keys = keys;
  }

  /**
   * @returns undefined without a policy
   * @throws ConfigError if a file is unreadable or invalid
   */
  static async open({
    policyFile,
    keysFile,
  }: Pick<Config, 'policyFile' | 'keysFile'>): Promise<HeldAccess | undefined> {
    if (policyFile === undefined) return undefined;
    const policy = await readValidPolicy(policyFile);
    return new HeldAccess(policyFile, policy, keysFile === undefined ? undefined : openKeyFile(keysFile, WORKERS_SAY));
  }

  get texts(): AccessTexts {
    return { policy: this.#policy, keys: this.#keys?.text };
  }

  /** @returns whether the policy is valid; else the former one stays */
  async renew(log: Log): Promise<boolean> {
    try {
      this.#policy = await readValidPolicy(this.#policyFile);
      return true;
    } catch (error) {
      log.error({ reason: messageOf(error) }, 'the restart is refused, as the policy is invalid');
      return false;
    }
  }

  stop(): void {
    this.#keys?.stop();
  }
}

/** Workers watch the file, too, and log what becomes of it. */
const WORKERS_SAY = { onInvalid: () => undefined, onReload: () => undefined };
