// The product that this process serves: the descriptions of its types, its tables, examples and seed data. No other file imports `#product`.
import { product } from '#product';
import type { Examples, ServiceName } from '#adapters/http/api/api-config';
import type { EveryResource } from '#adapters/http/api/resource-description';
import type { TableModel } from '#adapters/persistence/tables/table-model';
import type { Seed } from '#models/seed-words';

export interface Product {
  readonly service: ServiceName;
  /** The description of each type, which defines what clients see. */
  readonly resources: EveryResource;
  readonly tables: TableModel;
  readonly examples: Examples;
  /** Undefined: the command line has no `seed`. */
  readonly seed?: Seed | undefined;
}

export const served = exactly(product);

/** Refuses members that products do not have: a misspelled optional one would be ignored. */
export function exactly<Given extends Product>(
  given: Given & Readonly<Record<Exclude<keyof Given, keyof Product>, never>>,
): Product {
  return given;
}
