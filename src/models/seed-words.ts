// Sample data for the command `seed`.

export interface Seed {
  /** The name of the option with the number of units, such as `persons`. */
  readonly counted: string;
  readonly defaultCount: number;
  /** The description of the option. */
  readonly meaning: string;
  /** @param seed the same seed creates the same units; a larger count starts with those of a smaller one */
  readonly units: (count: number, seed: number) => Promise<Iterable<SownUnit>>;
}

/** Resources that belong together. Each is created after the resources that it links to. These must be in the same unit. */
export type SownUnit = readonly Sown[];

export interface Sown {
  /** In snake case, as in documents. */
  readonly type: string;
  /** By their names in documents. Omitted attributes are unset. */
  readonly attributes: object;
  /** To-one and many-to-many relationships, by their names in documents. */
  readonly links?: Readonly<Record<string, Sown | readonly Sown[]>>;
}
