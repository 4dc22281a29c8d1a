import type { Client } from 'pg';

/**
 * Combines the statements that a transaction sends in one turn of the event loop into one write, because each write to a
 * socket is a system call and may wake the server. Statements outside transactions are sent at once.
 */
export class TurnBatch {
  readonly #client: Sending;
  #isOpen = false;

  constructor(client: Sending) {
    this.#client = client;
  }

  /** @param text the text of a statement that is about to be sent */
  admit(text: string): void {
    if (this.#isOpen || !(this.#client.getTransactionStatus() === 'T' || BEGIN.test(text))) return;
    const { stream } = this.#client.connection;
    this.#isOpen = true;
    stream.cork();
    process.nextTick(() => {
      this.#isOpen = false;
      stream.uncork();
    });
  }
}

type Sending = Pick<Client, 'connection' | 'getTransactionStatus'>;

const BEGIN = /^\s*(?:start transaction|begin)\b/i;
