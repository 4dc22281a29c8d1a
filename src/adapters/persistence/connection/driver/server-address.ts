import type { SecureVersion } from 'node:tls';

/** The address that a PostgreSQL server listens on. */
export interface Endpoint {
  /** A name, an IP address without brackets, or the absolute path of the folder of a Unix socket. */
  readonly host: string;
  readonly port: number;
}

/**
 * The kind of host to connect to, like libpq's `target_session_attrs`: any that answers, one whose sessions may
 * write, or one that is not a standby. The last two also exclude former primaries, which are on an older timeline.
 */
export type SessionTarget = 'any' | 'read-write' | 'primary';

/** Selects a database on a server, and describes how to connect to it. */
export interface ServerAddress {
  readonly endpoints: readonly [Endpoint, ...Endpoint[]];
  readonly target: SessionTarget;
  readonly user: string;
  /** Undefined: the driver looks for one in the password file (`~/.pgpass`). */
  readonly password: string | undefined;
  readonly database: string;
  /** Undefined: no encryption. Connections over Unix sockets are never encrypted. */
  readonly tls: Tls | undefined;
  /** Asks or requires the server to prove that it is the end of the TLS connection; undefined: the driver does not ask. */
  readonly channelBinding?: 'prefer' | 'require';
  readonly applicationName: string | undefined;
  /** Settings of each session, as on the server's command line: `-c work_mem=64MB`. */
  readonly sessionOptions: string | undefined;
}

export interface Tls {
  /** The checks of the server's certificate: none, that a trusted authority issued it, or also the host name. */
  readonly verify: 'nothing' | 'authority' | 'host';
  /** Certificates of the trusted authorities (PEM); undefined: those that Node trusts. */
  readonly authorities: string | undefined;
  /** The service's own certificate and private key (PEM). */
  readonly identity: { readonly certificate: string; readonly key: string } | undefined;
  /** The oldest TLS version; undefined: Node's default. */
  readonly oldest?: SecureVersion;
  readonly newest?: SecureVersion;
  /** True if TLS starts without asking the server first (`sslnegotiation=direct`); needs PostgreSQL 17. */
  readonly direct: boolean;
}

export function isSocketFolder({ host }: Endpoint): boolean {
  return host.startsWith('/');
}

/** Endpoints as text for people: `db1:5432, [::1]:5433`. */
export function endpointText(...endpoints: readonly Endpoint[]): string {
  return endpoints.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(', ');
}
