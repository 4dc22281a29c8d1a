import type { Config } from '#composition/config/config';

/**
 * The configuration of this machine, as the service reads it.
 * @throws ConfigError naming every invalid variable
 */
export async function readEnvironment(): Promise<Config> {
  const [{ readConfig }, { readSecretFiles }] = await Promise.all([
    import('#composition/config/config'),
    import('#composition/config/config'),
  ]);
  return readConfig(readSecretFiles(process.env));
}
