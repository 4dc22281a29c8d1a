// Certificates for tests, made by make.sh.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * - `authority` has issued all the others except `stranger`, which has issued itself;
 * - `server` and `expired` are for the host 127.0.0.1, `named` is for localhost;
 * - `client` and `stranger` are for clients;
 * - `key` is the private key of all except `authority`.
 */
export type CertificateName = 'authority' | 'server' | 'expired' | 'named' | 'client' | 'stranger' | 'key';

export function certificateFile(name: CertificateName): string {
  return join(import.meta.dirname, `${name}.pem`);
}

export function certificate(name: CertificateName): string {
  return readFileSync(certificateFile(name), 'utf8');
}
