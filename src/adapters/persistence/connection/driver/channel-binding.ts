// Channel binding as in libpq's `channel_binding=require`: the server proves that it knows the password and that it is the end of the TLS
// connection (RFC 5802, RFC 5929). This keeps others on the network path from posing as the server, even if no certificate is verified. On its own,
// the driver uses channel binding only if the server offers it.
import type { Client, ClientConfig, Connection } from 'pg';

/** Makes a client class that connects only if the server gives this proof, and never sends a password any other way. */
export function bindingClient(Base: typeof Client): typeof Client {
  return class BindingClient extends Base {
    constructor(options?: ClientConfig) {
      super(options);
      requireBinding(this.connection);
    }
  };
}

interface ServerMessage {
  readonly name: string;
  /** The SASL mechanisms that the server offers. */
  readonly mechanisms?: readonly string[];
}

/** Checks each message before the driver handles it. */
function requireBinding(connection: Connection): void {
  let isProved = false;
  const refuse = (error?: Error): void => {
    // Otherwise the driver would treat the connection as established even after an error.
    connection.removeAllListeners('readyForQuery');
    connection.stream.destroy(error);
  };
  const onMessage = ({ name, mechanisms = [] }: ServerMessage): void => {
    switch (name) {
      case 'authenticationSASL':
        if (mechanisms.includes('SCRAM-SHA-256-PLUS')) return;
        break;
      case 'authenticationSASLContinue':
        return;
      case 'authenticationSASLFinal':
        // The driver verifies the proof. An invalid one is a connection error.
        isProved = true;
        return;
      case 'authenticationOk':
        if (!isProved) break;
        connection.off('message', onMessage).off('error', onError);
        return;
      default:
        if (!name.startsWith('authentication')) return;
    }
    // Keeps the driver from responding with the password.
    connection.removeAllListeners(name);
    refuse(new Error('the server does not offer channel binding, which channel_binding=require demands'));
  };
  const onError = (): void => refuse();
  connection.on('message', onMessage).on('error', onError);
}
