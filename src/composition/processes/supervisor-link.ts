// The worker's side of its channel to the supervisor. It opens before the worker reads its configuration, because the supervisor may have part of it.
import { OwnNewestWrite } from '#adapters/persistence/replication/newest-write';
import type { RunningService } from '../service.ts';
import { channelToSupervisor, type ChannelToSupervisor, type WorkerTexts } from './worker-channel.ts';

export interface SupervisorLink {
  readonly supervisor: ChannelToSupervisor;
  /** The texts that the supervisor gave this worker to start with. */
  readonly texts: WorkerTexts;
  /** The newest write known to this process. */
  readonly known: OwnNewestWrite;
  /** Answers the supervisor's calls with this service from now on. */
  readonly answerFor: (service: Answering) => void;
}

interface Answering extends Pick<RunningService, 'metrics' | 'readiness'> {
  /** A call from the supervisor failed. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * @param onStop called when the supervisor asks this process to stop
 * @throws Error if the supervisor is gone or does not hand over its texts
 */
export async function joinSupervisor(onStop: () => void): Promise<SupervisorLink> {
  const known = new OwnNewestWrite();
  const { promise: service, resolve: answerFor } = Promise.withResolvers<Answering>();
  const supervisor = channelToSupervisor(
    {
      metrics: async () => (await service).metrics(),
      readiness: async () => (await service).readiness(),
      stop: onStop,
      raise: (position) => known.raise(position),
    },
    (error) => void service.then(({ onFailure }) => onFailure(error)),
  );
  return { supervisor, texts: await supervisor.held(), known, answerFor };
}
