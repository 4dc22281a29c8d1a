import { KeyFile, KeyFileError, type KeyFileEvents } from '#adapters/authentication/key-file';
import { ConfigError } from '../config/config.ts';
import { parseJsonFile } from './json-file.ts';

/**
 * Opens the key file, and watches it until `stop`.
 * @param lastGood keys used at first if the file cannot be used
 * @throws ConfigError if the file cannot be used and `lastGood` is missing
 */
export async function openKeyFile(path: string, events: KeyFileEvents, lastGood?: string): Promise<KeyFile> {
  try {
    return await KeyFile.open(path, events, { parse: parseJsonFile, lastGood });
  } catch (error) {
    if (error instanceof KeyFileError) throw new ConfigError([`KEYS_FILE ${error.message}`]);
    throw error;
  }
}
