import { isDeepStrictEqual } from 'node:util';
import { MEDIA_TYPE } from '#adapters/http/api/media-types';
import type { ResourceIdentifier } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { bearer } from '../../support/access.ts';
import { serveApp, type ServedApp } from '../../support/apps.ts';
import { accessFor } from '../../support/policy-access.ts';
import { plantRows, readState, removeRows, type State } from '../../support/stored-rows.ts';
import { rows, type WriteCase } from './write-case.ts';

export type OpenStorage = () => Promise<{ readonly unitOfWork: UnitOfWork; readonly close: () => Promise<void> }>;

export type Identifiers = ReadonlyMap<string, ResourceIdentifier>;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The rows of the cases in a storage, and a service for each role. */
export class GuardedRows {
  readonly #opened: Awaited<ReturnType<OpenStorage>>;
  readonly #apps = new Map<object, ServedApp>();
  #ids: Identifiers = new Map();
  #planted: State = new Map();

  private constructor(opened: Awaited<ReturnType<OpenStorage>>) {
    this.#opened = opened;
  }

  static async open(open: OpenStorage): Promise<GuardedRows> {
    return new GuardedRows(await open());
  }

  /** Identifiers by the names of rows. */
  get ids(): Identifiers {
    return this.#ids;
  }

  /** The state right after planting. */
  get planted(): State {
    return this.#planted;
  }

  state(): Promise<State> {
    return readState(this.#opened.unitOfWork);
  }

  /** Plants all rows again if any has changed. */
  async replant(): Promise<void> {
    if (this.#planted.size > 0 && isDeepStrictEqual(await this.state(), this.#planted)) return;
    const { unitOfWork } = this.#opened;
    await removeRows(unitOfWork);
    this.#ids = await plantRows(unitOfWork, rows);
    this.#planted = await this.state();
  }

  /** Sends a request with a role; in its path and body `{NAME}` stands for the identifier of that row. */
  async send(
    role: object,
    { method, path, headers }: Pick<WriteCase, 'method' | 'path' | 'headers'>,
    body: unknown,
  ): Promise<Answer> {
    const named = (text: string): string =>
      text.replaceAll(/\{(\w+)\}/g, (_, name: string) => this.#ids.get(name)?.id ?? name);
    const { url } = await this.#appFor(role);
    const response = await fetch(url + named(path), {
      method,
      headers: { 'Content-Type': MEDIA_TYPE, ...bearer('tested'), ...headers },
      ...(body !== undefined && { body: named(JSON.stringify(body)) }),
    });
    return { status: response.status, text: await response.text() };
  }

  async close(): Promise<void> {
    for (const app of this.#apps.values()) await app.close();
    await this.#opened.close();
  }

  async #appFor(role: object): Promise<ServedApp> {
    const known = this.#apps.get(role);
    if (known !== undefined) return known;
    const access = accessFor({ roles: { tested: role } }, [{ name: 'tested', role: 'tested' }]);
    const app = await serveApp(this.#opened.unitOfWork, { access });
    this.#apps.set(role, app);
    return app;
  }
}
