import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'chai';
import { readPublicKey } from '#adapters/authentication/public-key';

const pem = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') => key.export({ type, format: 'pem' }).toString();
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).publicKey;

describe('A public key in PEM', () => {
  const accepted: readonly (readonly [what: string, key: string, algorithms: readonly string[]])[] = [
    ['RSA', pem(rsa.publicKey), ['RS256', 'PS256']],
    ['RSA, as of PKCS #1', pem(rsa.publicKey, 'pkcs1'), ['RS256', 'PS256']],
    ['EC with P-256', pem(ec('P-256')), ['ES256']],
    ['Ed25519', `\n${pem(generateKeyPairSync('ed25519').publicKey)}\n`, ['EdDSA']],
  ];
  for (const [what, key, algorithms] of accepted)
    it(`verifies the algorithms of its type: ${what}`, () => {
      expect(readPublicKey(key)).to.have.property('algorithms').that.deep.equals(algorithms);
    });

  const spki = pem(rsa.publicKey);
  const refused: readonly (readonly [what: string, key: string, reason: RegExp])[] = [
    ['a private key', rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), /not a private one/],
    ['a private key beside it', spki + rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), /private/],
    ['RSA below 2,048 bits', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey), /at least 2048 bits/],
    ['another curve', pem(ec('P-384')), /P-256/],
    ['RSA-PSS', pem(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey), /must be an RSA key/],
    ['X25519', pem(generateKeyPairSync('x25519').publicKey), /must be an RSA key/],
    ['two keys', spki + spki, /single public key/],
    ['a certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /single public key/],
    ['no PEM', 'secret', /single public key/],
    ['broken PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', /must be a valid public key/],
  ];
  for (const [what, key, reason] of refused)
    it(`is not ${what}`, () => {
      expect(readPublicKey(key)).to.have.property('refusal').that.matches(reason);
    });
});
