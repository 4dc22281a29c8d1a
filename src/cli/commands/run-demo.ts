// `serve --demo`: the service with sample data in a separate database.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { MEDIA_TYPE } from '#client';
import type { Config } from '#composition/config/config';
import type { Environment } from '#composition/config/parse-setting';
import { isWorker } from '#composition/processes/processes';
import { served } from '#composition/product/served';
import { ApiClient } from '../http/api.ts';
import { fillService } from '../seed/fill-service.ts';
import type { CommandIo } from '../terminal/command-io.ts';
import { CALLED } from '../terminal/installation.ts';
import { untilInterrupted } from '../terminal/interrupt.ts';
import { readEnvironment } from './settings.ts';

const COUNT = 1000;
const NUMBER = 1;
/** In the working folder, or in the model's folder. */
const FOLDER = '.demo';

/**
 * Runs the service in this process, and seeds it if it is empty.
 * @throws Error if the model has no seed, or a policy is set
 */
export async function runDemo(io: CommandIo): Promise<void> {
  const { seed, service } = served;
  if (seed === undefined) throw new Error(`the model ${service.name} has no seed: add one, or start without --demo`);
  Object.assign(process.env, settingsOf(process.env));
  const config = await readEnvironment(process.env);
  if (config.policyFile !== undefined)
    throw new Error(
      `--demo does not work with a policy, because it has no token: unset POLICY_FILE, or start without --demo and run ${CALLED} seed --${seed.counted} ${COUNT} with SERVICE_TOKEN`,
    );
  const folder = config.storage.kind === 'embedded' ? resolve(config.dataFolder) : undefined;
  const where = placeOf(config, folder);
  if (!isWorker && where !== undefined) io.tell(where);
  const { address } = await import('../../main.ts');
  if (isWorker) return;
  const stopped = untilInterrupted(io, 'stopping');
  // Never aborted: the process ends first.
  const api = new ApiClient({ url: address, token: undefined, stopped: new AbortController().signal });
  const again = folder === undefined ? '' : `; to start afresh, stop and delete ${folder}`;
  try {
    if (!(await isEmpty(api))) io.tell(`the database is not empty, so nothing was created${again}`);
    else if (!(await fillService(io, api, { seed, count: COUNT, number: NUMBER, stopped })) && !stopped.aborted)
      io.tell(`the sample data is incomplete${again}`);
  } finally {
    api.close();
  }
  if (!stopped.aborted) for (const line of farewell(address, config, folder)) io.tell(line);
}

/** Defaults for settings that the environment does not set. They keep the demo out of the model's own database. */
function settingsOf(environment: Environment): Readonly<Record<string, string>> {
  const isUnset = (name: string): boolean => (environment[name] ?? '') === '';
  const { RESOURCES: model = '' } = environment;
  return {
    ...(['DATABASE_URL', 'DATABASE_URL_FILE', 'DATA_DIR'].every(isUnset) && { DATA_DIR: join(model, FOLDER) }),
    // Request logs would hide the progress and the addresses.
    ...(isUnset('LOG_LEVEL') && { LOG_LEVEL: 'warn' }),
  };
}

/** A message that locates the data, shown before anything is written; undefined if it is in memory. */
function placeOf({ storage }: Config, folder: string | undefined): string | undefined {
  if (storage.kind === 'server') return `starting the demo in the database ${storage.address.database} of DATABASE_URL`;
  if (folder === undefined) return undefined;
  return existsSync(folder)
    ? `starting the demo in ${folder}`
    : `creating the demo in ${folder}, which takes a few seconds`;
}

async function isEmpty(api: ApiClient): Promise<boolean> {
  for (const { path } of Object.values(served.resources)) {
    const answer = await api.get(`${path}?page%5Bsize%5D=1`, MEDIA_TYPE);
    const { data } = (await answer.json()) as { readonly data: readonly unknown[] };
    if (data.length > 0) return false;
  }
  return true;
}

/** @param folder the folder of the embedded database */
function farewell(address: string, { pages, storage }: Config, folder: string | undefined): readonly string[] {
  const [first] = Object.values(served.resources);
  const kept =
    folder === undefined
      ? storage.kind === 'memory' && 'The data is in memory only.'
      : `The data stays in ${folder}; run the same command to serve it again.`;
  return [
    '',
    ...(pages === 'on' ? [`  Explorer   ${address}/explorer/`, `  Reference  ${address}/docs/`] : []),
    `  API        ${address}${first?.path ?? ''}`,
    '',
    ['Press Ctrl-C to stop.', kept].filter(Boolean).join(' '),
  ];
}
