import { MISSING, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';
import type { ApiClient } from '../../support/api-client.ts';

/** Resources by name: `p1`, `i2`, or `p@0` for the owner that the first of several writes adds. `p0` and `i0` are not there. */
export class OperationWorld {
  readonly client: ApiClient;
  readonly #items: OwnedResource;
  readonly #ids = new Map<string, string>();

  constructor(client: ApiClient, items: OwnedResource) {
    this.client = client;
    this.#items = items;
  }

  /** Two owners, the first of whom owns the first two of three items. */
  async fill(): Promise<this> {
    const [one = '', two = '', three = ''] = await this.#items.addSeveral(this.client, 3);
    const owners = {
      p1: await this.#items.addOwner(this.client, this.#items.linked(one, two)),
      p2: await this.#items.addOwner(this.client),
    };
    for (const [name, id] of Object.entries({ i1: one, i2: two, i3: three, ...owners })) this.#ids.set(name, id);
    return this;
  }

  /** Notes what a write has added. */
  adopt(index: number, { type, id }: Identifier): void {
    this.#ids.set(`${type === this.#items.owner.type ? 'p' : 'i'}@${index}`, id);
  }

  identifier(name: string): Identifier {
    return {
      type: name.startsWith('p') ? this.#items.owner.type : this.#items.type,
      id: this.#ids.get(name) ?? MISSING,
    };
  }

  path(name: string): string {
    return `${name.startsWith('p') ? this.#items.owner.path : this.#items.path}/${this.identifier(name).id}`;
  }

  /** Documents with names in place of identifiers. */
  named(document: unknown): unknown {
    const names = [...this.#ids.keys()];
    const identifiers = new Map(names.map((name) => [JSON.stringify(this.identifier(name)).slice(1, -1), name]));
    const paths = new Map(names.map((name) => [this.path(name), name]));
    const text = JSON.stringify(document)
      .replace(/"type":"\w+","id":"\d+"/g, (found) => `"name":"${identifiers.get(found) ?? 'nobody'}"`)
      .replace(/\/\w+\/\d+(?=["/])/g, (found) => paths.get(found) ?? 'nowhere');
    return JSON.parse(text) as unknown;
  }

  /** The state of all of them as GET shows it; items come with their owners. */
  async state(): Promise<unknown> {
    const shown: unknown[] = [];
    for (const name of [...this.#ids.keys()].sort()) {
      const query = name.startsWith('i') ? `?include=${this.#items.inverse}` : '';
      const { status, document } = await this.client.get(`${this.path(name)}${query}`);
      shown.push([name, status, status === 200 ? this.named(document.data) : undefined]);
    }
    return shown;
  }
}
