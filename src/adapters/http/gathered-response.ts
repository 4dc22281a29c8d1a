import { ServerResponse, type IncomingMessage } from 'node:http';

/** So many answers are held at most: the first does not wait long for the last. */
const MAX_HELD = 16;
/** In characters or bytes. Longer pieces take longer to make than to send, and are sent at once. */
const MAX_LENGTH = 16_384;

/** Complete answers that are not sent yet. */
const held: GatheredResponse[] = [];

/**
 * A response whose end is sent together with those of others that end in the same turn of the event loop. Waking the client's process may
 * cost more than the sending itself; one with many connections is woken once for all that is sent to it meanwhile. Where there is nothing
 * else to do, the turn is over at once.
 */
export class GatheredResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** What `end` was given. */
  #ending: readonly unknown[] | undefined;
  #isHeld = false;

  static {
    // What Koa goes by: a response that is held is as complete as one that is sent.
    Object.defineProperty(this.prototype, 'writableEnded', {
      get(this: GatheredResponse) {
        return this.#ending !== undefined;
      },
    });
  }

  override end(...ending: readonly unknown[]): this {
    if (this.#ending !== undefined) {
      // What a second end means is for Node to say.
      this.send();
      return super.end(...(ending as Ending));
    }
    this.#ending = ending;
    this.#isHeld = true;
    if (held.push(this) === 1) setImmediate(sendHeld);
    if (held.length === MAX_HELD || isLong(ending[0])) sendHeld();
    return this;
  }

  /** Sends the end now, if it is held. */
  send(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    super.end(...(this.#ending as Ending));
  }
}

/** The longest form; callers leave out what they do not need. */
type Ending = Parameters<typeof ServerResponse.prototype.end>;

function isLong(piece: unknown): boolean {
  return (typeof piece === 'string' || piece instanceof Uint8Array) && piece.length > MAX_LENGTH;
}

function sendHeld(): void {
  for (const response of held.splice(0)) response.send();
}
