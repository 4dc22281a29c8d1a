// How a stream of changes may end.
import { Violation } from '../violation.ts';

export type Ending =
  /** The service has sent the reason. */
  | { readonly kind: 'told'; readonly code: string }
  /** The response was complete, without a last frame. */
  | { readonly kind: 'closed' }
  /** The connection was lost. */
  | { readonly kind: 'cut' }
  /** The reader has left. */
  | { readonly kind: 'left' }
  /** The reader has left because a failover has lost changes that it had received. */
  | { readonly kind: 'contradicted' };

export interface Circumstances {
  /** True if the service, or one of its workers, was killed since the stream was requested. */
  readonly wasKilled: boolean;
  /** True if acknowledged writes have been lost during the run. */
  readonly wasLost: boolean;
}

/** The reasons for which a service may end a stream at any time: the service stops, or the stream has lasted long enough. */
const USUAL: readonly string[] = ['service-unavailable', 'stream-timeout'];

/** @throws Violation if nothing explains this ending of a stream */
export function judgeEnding(ending: Ending, { wasKilled, wasLost }: Circumstances): void {
  switch (ending.kind) {
    case 'told':
      if (USUAL.includes(ending.code) || (ending.code === 'position-expired' && wasLost)) return;
      throw new Violation(`a stream ended with ${ending.code}`);
    case 'closed':
      throw new Violation('a stream was closed without an end');
    case 'cut':
      if (!wasKilled) throw new Violation('a stream was cut off although nobody killed its service');
      return;
    case 'left':
    case 'contradicted':
  }
}
