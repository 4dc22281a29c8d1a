import type { ResourceType } from '#domain/schema';

/** The parts of a model that the persistence adapter needs. */
export interface TableModel {
  /** Stored in the database, except for the model `default`. */
  readonly name: string;
  /** The folder of its migrations; it need not exist. */
  readonly migrations: string;
  /** The last of the model's migrations that create the service's tables, if the model is older than the service's own migrations. */
  readonly madeServiceTables?: string;
  /** Nullable text columns that are neither read nor written, by type. */
  readonly unused?: Readonly<Partial<Record<ResourceType, readonly string[]>>>;
}

/** The model of persons and computers, and of every database that stores no name. */
export const DEFAULT_MODEL = 'default';

export function isDefault({ name }: Pick<TableModel, 'name'>): boolean {
  return name === DEFAULT_MODEL;
}

/** Makes a value once per model, even if several databases are opened. */
export function oncePerModel<Value>(make: (model: TableModel) => Value): (model: TableModel) => Value {
  const made = new WeakMap<TableModel, { readonly value: Value }>();
  return (model) => {
    const known = made.get(model) ?? { value: make(model) };
    made.set(model, known);
    return known.value;
  };
}
