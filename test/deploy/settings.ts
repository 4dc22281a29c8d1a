import { messageOf } from '#application/model/describe-error';
import { readConfig, SECRETS } from '#composition/config/config';
import { settings as known } from '#composition/config/settings';
import type { Demand } from './faults.ts';

/** Environment variables as a deployment file sets them. */
export type Settings = Readonly<Record<string, string>>;

/** For closing the storage after the last request. */
const CLOSING_MILLIS = 10_000;

/** Names that the configuration does not have, and values that it refuses. */
export function settingFaults(settings: Settings): readonly string[] {
  const names = new Set(Object.values(known).map(({ name }) => name));
  const fileNames = new Set(SECRETS.map(({ name }) => `${name}_FILE`));
  const unknown = Object.keys(settings).filter((name) => !names.has(name) && !fileNames.has(name));
  return [...unknown.map((name) => `there is no variable ${name}`), ...refusals(settings)];
}

/** Most proxies keep idle connections for a minute or longer. A proxy that sends a request while the service closes the connection returns 502. */
export function keepAliveDemand(settings: Settings): Demand {
  const { keepAliveMillis } = readConfig({ KEEP_ALIVE_MS: settings['KEEP_ALIVE_MS'] });
  return [keepAliveMillis > 60_000, 'closes idle connections before a proxy does'];
}

/** The time that a supervisor must wait before it kills the service, which stops gracefully. */
export function stopMillis(settings: Settings): number {
  const { shutdownDelayMillis, shutdownGraceMillis } = readConfig({
    SHUTDOWN_DELAY_MS: settings['SHUTDOWN_DELAY_MS'],
    SHUTDOWN_GRACE_MS: settings['SHUTDOWN_GRACE_MS'],
  });
  return shutdownDelayMillis + shutdownGraceMillis + CLOSING_MILLIS;
}

function refusals(settings: Settings): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}
