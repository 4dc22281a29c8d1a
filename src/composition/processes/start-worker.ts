// The service as one of several processes behind the same port.
import { OwnNewestWrite } from '#adapters/persistence/replication/newest-write';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../observing/log.ts';
import { startService, type RunningService } from '../service.ts';
import { SharedNewestWrite } from './shared-newest-write.ts';
import { channelToSupervisor } from './worker-channel.ts';

/**
 * Starts the service, and tells the supervisor that it listens. The supervisor has the admin server.
 * @param onStop is called when the supervisor wants this process to stop
 */
export async function startWorker(config: Config, log: ProcessLog, onStop: () => void): Promise<RunningService> {
  const known = new OwnNewestWrite();
  const { promise: service, resolve: serve } = Promise.withResolvers<RunningService>();
  const supervisor = channelToSupervisor(
    {
      metrics: async () => (await service).metrics(),
      readiness: async () => (await service).readiness(),
      stop: onStop,
      raise: (position) => known.raise(position),
    },
    (error) => log.error({ error }, 'a question of the supervisor was not answered'),
  );
  const newest = await supervisor.newest().catch(() => undefined);
  if (newest !== undefined) await known.raise(newest);
  const accessTexts = config.policyFile === undefined ? undefined : await supervisor.access();
  const started = await startService({ ...config, adminPort: undefined }, log, {
    newest: new SharedNewestWrite(known, (position) => supervisor.wrote(position)),
    accessTexts,
  });
  serve(started);
  await supervisor.listening(started.url).catch(() => undefined);
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await supervisor.metrics(await started.metrics()).catch(() => undefined);
    },
  };
}
