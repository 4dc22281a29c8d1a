// Declares a model.
import type { DeclaredType } from './resource-words.ts';
import type { Seed } from './seed-words.ts';

export interface DeclaredModel<Types extends readonly DeclaredType[] = readonly DeclaredType[]> {
  /** In kebab-case. A database records it, and no other model can use that database. */
  readonly name: string;
  readonly version: string;
  /** One sentence. */
  readonly description: string;
  /** SPDX identifier. */
  readonly license?: string;
  /** In the order in which the service lists them. */
  readonly types: Types;
  /** Requests that work in this order on an empty service; by default, one creates a resource of the first type and one lists that type. */
  readonly examples?: readonly DeclaredExample[];
  /** Sample data; if omitted, the command line has no `seed`. */
  readonly seed?: Seed;
}

export interface DeclaredExample {
  /** A short description of the request. */
  readonly title: string;
  /** Including the query string. */
  readonly path: string;
  /** The document to POST; omit it for a GET. */
  readonly body?: object;
}

/**
 * Declares a model. `index.ts` must export it by default.
 * @example export default model({ name: 'library', version: '1.0.0', description: 'Books and their authors', types: [author, book] });
 */
export function model<const Types extends readonly DeclaredType[]>(
  members: DeclaredModel<Types>,
): DeclaredModel<Types> {
  return members;
}
