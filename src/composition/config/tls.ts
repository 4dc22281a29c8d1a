// The TLS parameters of a database URL, as libpq reads them (PostgreSQL documentation, "SSL Support").
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Tls } from '../../adapters/persistence/connection/server-address.ts';
import { messageOf } from '../logging/describe-error.ts';
import type { Parsed } from './variables.ts';

interface TlsParameters {
  readonly sslmode?: string;
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
  readonly sslnegotiation?: string;
}

const VERIFIED = {
  disable: undefined,
  allow: 'host',
  prefer: 'host',
  require: 'host',
  'verify-ca': 'host',
  'verify-full': 'host',
  'no-verify': 'nothing',
} as const;

/** @returns undefined when connections are not to be encrypted */
export function readTls(parameters: TlsParameters): Parsed<Tls | undefined> {
  const { sslrootcert, sslcert, sslkey, sslnegotiation = 'postgres' } = parameters;
  // Whoever names a certificate expects encryption.
  const isExpected = (sslrootcert ?? sslcert ?? sslkey) !== undefined;
  const { sslmode = isExpected ? 'verify-full' : 'disable' } = parameters;
  if (!isMode(sslmode)) return { refusal: `must be a URL with one of ${Object.keys(VERIFIED).join(', ')} as sslmode` };
  if (sslnegotiation !== 'postgres' && sslnegotiation !== 'direct')
    return { refusal: 'must be a URL with postgres or direct as sslnegotiation' };
  const verify = VERIFIED[sslmode];
  if (verify === undefined) return { value: undefined };
  if ((sslcert === undefined) !== (sslkey === undefined))
    return { refusal: 'must be a URL with both sslcert and sslkey, or neither' };
  try {
    const authorities = sslrootcert === undefined ? undefined : readAuthorities(sslrootcert);
    const identity = sslcert === undefined || sslkey === undefined ? undefined : readIdentity(sslcert, sslkey);
    return { value: { verify, authorities, identity, direct: sslnegotiation === 'direct' } };
  } catch (error) {
    return { refusal: `must be a URL of usable certificates: ${messageOf(error)}` };
  }
}

function isMode(text: string): text is keyof typeof VERIFIED {
  return Object.hasOwn(VERIFIED, text);
}

/** @throws Error for a file that cannot be read or contains no certificate, which Node would overlook */
function readAuthorities(file: string): string {
  const authorities = readFileSync(file, 'utf8');
  new X509Certificate(authorities);
  return authorities;
}

/** @throws Error for files that cannot be read or do not belong together */
function readIdentity(certificateFile: string, keyFile: string): Tls['identity'] {
  const certificate = readFileSync(certificateFile, 'utf8');
  const key = readFileSync(keyFile, 'utf8');
  createSecureContext({ cert: certificate, key });
  return { certificate, key };
}
