// Realistic persons and computers, for `cli seed`.
const DEFAULT_PERSONS = 20;

export const seed = {
  counted: 'persons',
  defaultCount: DEFAULT_PERSONS,
  meaning: `number of persons, each with up to 3 computers (default: ${DEFAULT_PERSONS})`,
  /** Imported lazily, because the service itself invents no data. */
  units: async (persons: number, number: number) => (await import('./households.ts')).households(persons, number),
};
