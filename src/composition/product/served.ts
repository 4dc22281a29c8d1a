// The product that is served: its types, and everything else that is theirs. The rest of the service knows none by name.
import { product } from '#product';
import type { Examples, ServiceName } from '#adapters/http/api/api-config';
import type { EveryResource } from '#adapters/http/api/resource-description';
import type { TableModel } from '#adapters/persistence/tables/table-model';
import type { ResourceType } from '#domain/schema';

export interface Product {
  readonly service: ServiceName;
  /** What clients see. */
  readonly resources: EveryResource;
  readonly tables: TableModel;
  readonly examples: Examples;
  /** Undefined: there is no `cli seed`. */
  readonly seed?: Seed;
}

/** Invented data. */
export interface Seed {
  /** The name of the option with the number of units, such as `persons`. */
  readonly counted: string;
  readonly defaultCount: number;
  /** Of the option. */
  readonly meaning: string;
  /** @param seed the same one gives the same units, and more of them begin with those of fewer */
  readonly units: (count: number, seed: number) => Promise<Iterable<SownUnit>>;
}

/** Resources that belong together, each behind those that it is linked to. */
export type SownUnit = readonly Sown[];

export interface Sown {
  readonly type: ResourceType;
  /** By wire name; left out: unset. */
  readonly attributes: object;
  /** To-one relationships by wire name. */
  readonly links?: Readonly<Record<string, Sown>>;
}

export const served: Product = product;
