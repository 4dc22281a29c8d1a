// The configuration, read once at the start.
import { settings } from './settings.ts';
import type { Environment, Variable } from './variables.ts';

type Values<Table> = { readonly [Key in keyof Table]: Table[Key] extends Variable<infer Value> ? Value : never };

export type Config = Values<typeof settings>;

/** The environment is not a valid configuration. */
export class ConfigError extends Error {
  /** One sentence per invalid variable. */
  readonly refusals: readonly string[];

  constructor(refusals: readonly string[]) {
    super(refusals.join('; '));
    this.refusals = refusals;
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(environment: Environment): Config {
  const refusals: string[] = [];
  const values = Object.entries<Variable<unknown>>(settings).map(([key, { name, read }]) => {
    const parsed = read(environment[name] === '' ? undefined : environment[name], environment);
    if ('refusal' in parsed) refusals.push(`${name} ${parsed.refusal}`);
    return [key, 'value' in parsed ? parsed.value : undefined];
  });
  if (refusals.length > 0) throw new ConfigError(refusals);
  return Object.freeze(Object.fromEntries(values)) as Config;
}
