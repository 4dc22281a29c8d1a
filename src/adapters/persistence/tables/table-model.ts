import type { ResourceType } from '#domain/schema';

/** What a model brings to the tables. */
export interface TableModel {
  /** The database remembers it; one that remembers none belongs to `default`. */
  readonly name: string;
  /** The folder of its migrations, which need not exist. */
  readonly migrations: string;
  /** The migration that made the service's tables before the service had migrations of its own. */
  readonly madeServiceTables?: string;
  /** Nullable text columns, by type, that are neither read nor written. */
  readonly unused?: Readonly<Partial<Record<ResourceType, readonly string[]>>>;
}

/** Makes a value once for each model, however many databases are opened. */
export function oncePerModel<Value>(make: (model: TableModel) => Value): (model: TableModel) => Value {
  const made = new WeakMap<TableModel, { readonly value: Value }>();
  return (model) => {
    const known = made.get(model) ?? { value: make(model) };
    made.set(model, known);
    return known.value;
  };
}
