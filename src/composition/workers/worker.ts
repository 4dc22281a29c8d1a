// The service as one of several processes behind the same port.
import cluster from 'node:cluster';
import type { Config } from '../config/config.ts';
import type { ProcessLog } from '../logging/log.ts';
import { startService, type RunningService } from '../service.ts';
import { onSupervisorMessage, tellSupervisor, type Answers, type Question } from './worker-channel.ts';

/** Node ends a worker when the channel closes; it does not see one that has closed before the worker began. */
function requireSupervisor(): void {
  if (cluster.worker?.isConnected() !== true) throw new Error('the process that supervises this one is gone');
}

/**
 * Starts the service, and tells the supervisor that it listens. The supervisor has the admin server.
 * @param onStop is called when the supervisor wants this process to stop
 */
export async function startWorker(config: Config, log: ProcessLog, onStop: () => void): Promise<RunningService> {
  requireSupervisor();
  const service = await startService({ ...config, adminPort: undefined }, log);
  const answer = async (question: Question): Promise<Answers[Question]> =>
    question === 'metrics' ? service.metrics() : service.unreadyReasons();
  onSupervisorMessage((message) => {
    switch (message.kind) {
      case 'stop':
        onStop();
        return;
      case 'question':
        answer(message.question)
          .then((given) => tellSupervisor({ kind: 'answer', id: message.id, answer: given }))
          .catch((error: unknown) => log.error({ error }, `no answer to the supervisor about ${message.question}`));
    }
  });
  await tellSupervisor({ kind: 'listening', url: service.url });
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await tellSupervisor({ kind: 'metrics', metrics: await service.metrics() });
    },
  };
}
