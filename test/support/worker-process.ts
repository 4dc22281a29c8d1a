// A worker that tells neither what it has measured, because it fails to, nor whether it is ready.
import { channelToSupervisor } from '#composition/processes/worker-channel';

const supervisor = channelToSupervisor(
  {
    metrics: () => Promise.reject(new Error('no metrics')),
    readiness: () => new Promise(() => undefined),
    stop: () => process.exit(),
    raise: async () => undefined,
  },
  (error) => console.log(String(error)),
);
await supervisor.listening('http://localhost:1', {});
