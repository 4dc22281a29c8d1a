// The product that this process serves: the descriptions of its types, its tables, examples and seed data. No other file imports `#product`.
import { product } from '#product';
import type { Examples, ServiceName } from '#adapters/http/api/api-config';
import type { EveryResource } from '#adapters/http/api/resource-description';
import type { TableModel } from '#adapters/persistence/tables/table-model';
import type { ResourceType } from '#domain/schema';

export interface Product {
  readonly service: ServiceName;
  /** The description of each type, which defines what clients see. */
  readonly resources: EveryResource;
  readonly tables: TableModel;
  readonly examples: Examples;
  /** Undefined: the command line has no `seed`. */
  readonly seed?: Seed;
}

/** Invented data. */
export interface Seed {
  /** The name of the option with the number of units, such as `persons`. */
  readonly counted: string;
  readonly defaultCount: number;
  /** The explanation of the option. */
  readonly meaning: string;
  /** @param seed the same seed creates the same units; a larger count starts with those of a smaller one */
  readonly units: (count: number, seed: number) => Promise<Iterable<SownUnit>>;
}

/** Resources that belong together. One type is created after another, in the order in which they first occur, so a link must lead to an earlier type. */
export type SownUnit = readonly Sown[];

export interface Sown {
  readonly type: ResourceType;
  /** By wire name. Omitted attributes are unset. */
  readonly attributes: object;
  /** To-one relationships by wire name. */
  readonly links?: Readonly<Record<string, Sown>>;
}

export const served = exactly(product);

/** Refuses members that products do not have: a misspelt optional one would be ignored. */
export function exactly<Given extends Product>(
  given: Given & Readonly<Record<Exclude<keyof Given, keyof Product>, never>>,
): Product {
  return given;
}
