import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type { Client } from 'pg';
import { bindingClient } from '#adapters/persistence/connection/driver/channel-binding';

/** A connection whose driver records the messages that it handles. The driver treats an unexpected final SASL message as an error. */
class TestedClient {
  readonly handled: string[] = [];
  readonly connection = Object.assign(new EventEmitter(), { stream: { destroy: () => undefined } });
  #isFinalDue = false;

  receive(messages: readonly Message[]): void {
    const { connection, handled } = this;
    for (const { name } of messages)
      connection.removeAllListeners(name).on(name, () => {
        handled.push(name);
        if (name === 'authenticationSASLContinue') this.#isFinalDue = true;
        if (name === 'authenticationSASLFinal' && !this.#isFinalDue) connection.emit('error', new Error('no session'));
      });
    for (const message of messages) {
      connection.emit('message', message);
      connection.emit(message.name, message);
    }
  }
}

interface Message {
  readonly name: string;
  readonly mechanisms?: readonly string[];
}

const message = (name: string): Message => ({ name });
const offers = (...mechanisms: readonly string[]): Message => ({ name: 'authenticationSASL', mechanisms });
const [next, final, ok, ready] = [
  'authenticationSASLContinue',
  'authenticationSASLFinal',
  'authenticationOk',
  'readyForQuery',
].map(message) as [Message, Message, Message, Message];
const binding = offers('SCRAM-SHA-256-PLUS', 'SCRAM-SHA-256');

describe('A client that requires channel binding', () => {
  const Binding = bindingClient(TestedClient as unknown as typeof Client) as unknown as typeof TestedClient;

  for (const [what, messages, handled] of [
    ['connects to a server that has given a proof', [binding, next, final, ok, ready], 5],
    ['does not connect without a proof', [ok, ready], 0],
    ['does not connect after the choice of the mechanism alone', [binding, ok, ready], 1],
    ['does not connect after an empty proof', [binding, final, ok, ready], 3],
    ['does not respond to a server without the mechanism', [offers('SCRAM-SHA-256'), next, final, ok, ready], 3],
    ['sends no password in plain text', [message('authenticationCleartextPassword'), ok, ready], 0],
    ['sends no password as MD5', [message('authenticationMD5Password'), ok, ready], 0],
  ] as const)
    it(what, () => {
      const client = new Binding();
      client.receive(messages);
      expect(client.handled).to.have.lengthOf(handled);
      expect(client.handled.includes('readyForQuery')).to.equal(handled === messages.length);
    });
});
