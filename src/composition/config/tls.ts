// The TLS parameters of a database URL, as libpq reads them (PostgreSQL documentation, "SSL Support").
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureVersion } from 'node:tls';
import type { Tls } from '#adapters/persistence/connection/driver/server-address';
import { messageOf } from '#application/model/describe-error';
import type { ParsedSetting } from './parse-setting.ts';

interface TlsParameters {
  readonly sslmode?: string;
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
  readonly sslnegotiation?: string;
  readonly ssl_min_protocol_version?: string;
  readonly ssl_max_protocol_version?: string;
}

/** The checks that each mode makes. `no-verify` is the driver's own. */
const VERIFIED = {
  disable: undefined,
  require: 'nothing',
  'verify-ca': 'authority',
  'verify-full': 'host',
  'no-verify': 'nothing',
} as const;

const MODES = `${Object.keys(VERIFIED).join(', ')} as sslmode: allow and prefer do not guarantee encryption`;

/** libpq's name for the authorities that the system trusts. */
const SYSTEM = 'system';

/** @returns undefined when connections are not to be encrypted */
export function readTls(parameters: TlsParameters): ParsedSetting<Tls | undefined> {
  const { sslrootcert, sslcert, sslkey, sslnegotiation = 'postgres' } = parameters;
  // Naming a certificate implies encryption.
  const isExpected = (sslrootcert ?? sslcert ?? sslkey) !== undefined;
  const { sslmode = isExpected ? 'verify-full' : 'disable' } = parameters;
  if (!isMode(sslmode)) return { refusal: `must be a URL with one of ${MODES}` };
  if (sslnegotiation !== 'postgres' && sslnegotiation !== 'direct')
    return { refusal: 'must be a URL with postgres or direct as sslnegotiation' };
  const { ssl_min_protocol_version: oldest, ssl_max_protocol_version: newest } = parameters;
  if (!isVersion(oldest) || !isVersion(newest))
    return {
      refusal: `must be a URL whose ssl_min_protocol_version and ssl_max_protocol_version are among ${VERSIONS.join(', ')}`,
    };
  if (oldest !== undefined && newest !== undefined && VERSIONS.indexOf(oldest) > VERSIONS.indexOf(newest))
    return { refusal: 'must be a URL whose ssl_min_protocol_version is not higher than its ssl_max_protocol_version' };
  const verify = VERIFIED[sslmode];
  if (verify === undefined) return { value: undefined };
  if (sslmode === 'verify-ca' && sslrootcert === undefined)
    return { refusal: 'must be a URL with a sslrootcert for sslmode=verify-ca' };
  if (sslmode !== 'verify-full' && sslrootcert === SYSTEM)
    return { refusal: 'must be a URL with sslmode=verify-full for sslrootcert=system' };
  if ((sslcert === undefined) !== (sslkey === undefined))
    return { refusal: 'must be a URL with both sslcert and sslkey, or neither' };
  try {
    const authorities = sslrootcert === undefined || sslrootcert === SYSTEM ? undefined : readAuthorities(sslrootcert);
    const identity = sslcert === undefined || sslkey === undefined ? undefined : readIdentity(sslcert, sslkey);
    // libpq: with an authority to check against, `require` is `verify-ca`.
    const isStricter = sslmode === 'require' && authorities !== undefined;
    const direct = sslnegotiation === 'direct';
    const versions = { ...(oldest && { oldest }), ...(newest && { newest }) };
    return { value: { verify: isStricter ? 'authority' : verify, authorities, identity, ...versions, direct } };
  } catch (error) {
    return { refusal: `must be a URL of usable certificates: ${messageOf(error)}` };
  }
}

/** The names that libpq and Node share. */
const VERSIONS: readonly (string | undefined)[] = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'];

function isVersion(text: string | undefined): text is SecureVersion | undefined {
  return text === undefined || VERSIONS.includes(text);
}

function isMode(text: string): text is keyof typeof VERIFIED {
  return Object.hasOwn(VERIFIED, text);
}

/** @throws Error for a file that cannot be read or that has no certificate, which Node would overlook */
function readAuthorities(file: string): string {
  const authorities = readFileSync(file, 'utf8');
  new X509Certificate(authorities);
  return authorities;
}

/** @throws Error for files that cannot be read or that do not belong together */
function readIdentity(certificateFile: string, keyFile: string): Tls['identity'] {
  const [certificate, key] = [readFileSync(certificateFile, 'utf8'), readFileSync(keyFile, 'utf8')];
  createSecureContext({ cert: certificate, key });
  return { certificate, key };
}
