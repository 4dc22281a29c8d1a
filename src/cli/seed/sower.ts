import { newKey } from '@jsonapi-person-computer/client';
import { resources } from '#adapters/http/api/resources';
import { messageOf } from '#application/model/describe-error';
import type { ApiClient } from '../http/api.ts';
import type { Household } from './households.ts';

type SownType = 'person' | 'computer';

/** How many households may be under way: persons are created ahead of their computers. */
const MAX_AHEAD = 20;

/**
 * Creates households. Ids are counted per type, so persons and computers are created at the same time, but each one after the other: an
 * empty service numbers them the same way every time.
 */
export class Seeder {
  readonly created: Record<SownType, number> = { person: 0, computer: 0 };
  /** What was not created, as sentences. After the first problem nothing more is created. */
  readonly problems: string[] = [];
  readonly #api: ApiClient;
  readonly #onProgress: (persons: number) => void;
  readonly #keys = `seed-${newKey()}`;
  #computers: Promise<void> = Promise.resolve();
  #ahead = 0;
  #sent = 0;

  /** @param onProgress is given the number of persons created so far */
  constructor(api: ApiClient, onProgress: (persons: number) => void) {
    this.#api = api;
    this.#onProgress = onProgress;
  }

  get hasFailed(): boolean {
    return this.problems.length > 0;
  }

  /** Creates the person now and the computers later. */
  async createHousehold({ person, computers, spares }: Household): Promise<void> {
    const owner = await this.#create('person', person, undefined);
    if (owner === undefined) return;
    this.#onProgress(this.created.person);
    this.#ahead += 1;
    this.#computers = this.#computers.then(async () => {
      for (const each of computers) await this.#create('computer', each, owner);
      for (const each of spares) await this.#create('computer', each, undefined);
      this.#ahead -= 1;
    });
    if (this.#ahead >= MAX_AHEAD) await this.#computers;
  }

  /** Waits for everything that was sent. */
  settle(): Promise<void> {
    return this.#computers;
  }

  /** @returns the id; undefined if it was not created */
  async #create(type: SownType, attributes: object, owner: string | undefined): Promise<string | undefined> {
    if (this.hasFailed) return undefined;
    const linkage = { data: { type: 'person', id: owner } };
    const relationships = owner === undefined ? {} : { relationships: { owner: linkage } };
    try {
      const key = { text: `${this.#keys}-${(this.#sent += 1)}`, since: Date.now(), mayBeDone: false };
      const outcome = await this.#api.create(resources[type].path, { type, attributes, ...relationships }, key);
      switch (outcome.kind) {
        case 'created':
          this.created[type] += 1;
          return outcome.id;
        case 'refused':
          this.problems.push(`a ${type} was refused: ${outcome.reasons.join('; ')}`);
          return undefined;
        case 'unknown':
          this.problems.push(`one more ${type} may have been created: ${outcome.reasons.join('; ')}`);
          return undefined;
      }
    } catch (error) {
      this.problems.push(messageOf(error));
      return undefined;
    }
  }
}
