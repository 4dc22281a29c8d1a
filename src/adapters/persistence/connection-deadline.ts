// The last resort against a server that has fallen silent: its own statement timeout does not help then, and TCP notices after minutes.
import type { ClientListener, DriverClient } from './driver-pool.ts';
import { SILENT } from './storage-errors.ts';

/**
 * Cuts a connection on which an answer does not come in time. The statement then fails like on any lost connection, and the pool
 * replaces the connection.
 * @param millis longer than the server's own statement timeout
 */
export function cutWhenSilent(millis: number): ClientListener {
  return (client) => {
    const send = client.query.bind(client);
    client.query = (...parameters) => {
      const result = send(...parameters);
      if (result instanceof Promise) {
        const { stop } = cutAfter(millis, client);
        result.then(stop, stop);
      }
      return result;
    };
  };
}

/** A time after which a connection is cut. */
export interface Deadline {
  /** There was an answer; others are to come. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/** Cuts a connection after a time. */
export function cutAfter(millis: number, { connection }: DriverClient): Deadline {
  const timer = setTimeout(() => connection.stream.destroy(silence(millis)), millis);
  return {
    restart: () => {
      timer.refresh();
    },
    stop: () => {
      clearTimeout(timer);
    },
  };
}

function silence(millis: number): Error {
  return Object.assign(new Error(`no answer from the database server within ${millis} ms`), { code: SILENT });
}
