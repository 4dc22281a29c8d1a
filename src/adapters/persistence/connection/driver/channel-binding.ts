// Channel binding as libpq requires it with `channel_binding=require`: the server proves that it knows the password, and that the TLS
// connection ends at it (RFC 5802, RFC 5929). Nobody on the way can pose as it then, even if no certificate is verified. The driver binds where
// the server offers it, and would also do without.
import type { Client, ClientConfig, Connection } from 'pg';

/** Makes a client class that connects only if the server has proved this, and never sends a password by other means. */
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
  /** Of SASL, as the server offers them. */
  readonly mechanisms?: readonly string[];
}

/** Listens to each message before the driver handles it. */
function requireBinding(connection: Connection): void {
  let isProved = false;
  const refuse = (error?: Error): void => {
    // The driver would take a connection for established even after an error.
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
        // The driver verifies it: if it proves nothing, that is an error of the connection.
        isProved = true;
        return;
      case 'authenticationOk':
        if (!isProved) break;
        connection.off('message', onMessage).off('error', onError);
        return;
      default:
        if (!name.startsWith('authentication')) return;
    }
    // So that the driver does not answer with the password.
    connection.removeAllListeners(name);
    refuse(new Error('the server offers no channel binding, which channel_binding=require demands'));
  };
  const onError = (): void => refuse();
  connection.on('message', onMessage).on('error', onError);
}
