import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { readDatabaseUrl } from './database-url.ts';
import type { Environment, ParsedSetting } from './parse-setting.ts';

/** The kind of storage. */
export type StorageChoice =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'server'; readonly address: ServerAddress };

export function readStorage(text: string | undefined, environment: Environment): ParsedSetting<StorageChoice> {
  if (text === undefined) return { value: { kind: 'embedded' } };
  if (text === 'memory:') return { value: { kind: 'memory' } };
  if (!text.startsWith('postgres')) return { refusal: 'must be postgres://… or memory:' };
  const address = readDatabaseUrl(text, environment);
  return 'value' in address ? { value: { kind: 'server', address: address.value } } : address;
}
