// A worker's side of its channel to the supervisor. It opens before the worker reads its configuration, as the supervisor may hold a part of that.
import { OwnNewestWrite } from '#adapters/persistence/replication/newest-write';
import type { RunningService } from '../service.ts';
import { channelToSupervisor, type ChannelToSupervisor, type HeldTexts } from './worker-channel.ts';

export interface SupervisorLink {
  readonly supervisor: ChannelToSupervisor;
  /** What the supervisor has given this worker to start with. */
  readonly held: HeldTexts;
  /** The newest write known to this process. */
  readonly known: OwnNewestWrite;
  /** Answers the supervisor's questions about the service from now on. */
  readonly answerFor: (service: Answering) => void;
}

interface Answering extends Pick<RunningService, 'metrics' | 'readiness'> {
  /** A question of the supervisor was not answered. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * @param onStop is called when the supervisor wants this process to stop
 * @throws Error if the supervisor is gone, or does not say what it holds
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
  return { supervisor, held: await supervisor.held(), known, answerFor };
}
