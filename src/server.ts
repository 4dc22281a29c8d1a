// Runs the service inside another program.
import process from 'node:process';

export interface StartedServer {
  /** The URL that it listens on. */
  readonly url: string;
  /** Stops the service gracefully. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the service in this process. A process can serve only one model.
 * @param settings named like the environment variables, which they override; `RESOURCES` is the folder of the model
 * @throws Error with a one-line message if the settings, the model or the storage cannot be used
 * @example const { url, stop } = await start({ RESOURCES: './library', DATABASE_URL: 'memory:', PORT: '0' });
 */
export async function start(settings: Readonly<Record<string, string>> = {}): Promise<StartedServer> {
  const environment = { ...process.env, ...settings };
  const { serveModel } = await import('./models/serve-model.js');
  serveModel([], environment);
  // Dynamic imports, because modules loaded before the model is selected cannot be replaced.
  const [{ readConfig, readSecretFiles }, { createLog }, { prepareFolder }, { startService }] = await Promise.all([
    import('#composition/config/config'),
    import('#composition/observing/log'),
    import('#composition/maintenance/prepare-folder'),
    import('#composition/service'),
  ]);
  const config = readConfig(readSecretFiles(environment));
  if (config.workers > 1) throw new Error('WORKERS must be 1 when the service runs inside another program');
  const log = await createLog(config);
  await prepareFolder(config, log);
  const service = await startService(config, log);
  return {
    url: service.url,
    stop: async () => {
      await service.stop();
      await log.flush();
    },
  };
}
