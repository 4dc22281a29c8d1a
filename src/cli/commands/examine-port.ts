import { once } from 'node:events';
import { createServer } from 'node:net';
import { createClient } from '#client';
import packageJson from '../../../package.json' with { type: 'json' };
import { failure, ok, type Finding } from '#composition/maintenance/doctor/finding';
import { messageOf } from '#application/model/describe-error';
import { urlOf } from './settings.ts';

export interface PortExamination {
  readonly finding: Finding;
  /** True if the process that listens there is this service. */
  readonly isServing: boolean;
}

/** The time for the process on the port to identify itself. */
const ANSWER_MILLIS = 5000;
const ONCE = { attempts: 1 };

/** Checks that the service can listen on its port, or does already. */
export async function examinePort({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<PortExamination> {
  const refusal = await refusalToListen(host, port);
  if (refusal === undefined) {
    const text = port === 0 ? `any free port on ${host}` : `${port} on ${host} is free`;
    return { finding: ok('port', text), isServing: false };
  }
  if (refusal.code !== 'EADDRINUSE') return { finding: refused(host, port, refusal), isServing: false };
  const version = await versionAt(urlOf(host, port));
  return version === undefined
    ? {
        finding: failure('port', `${port} on ${host} is in use by another program`, 'stop it, or set another PORT'),
        isServing: false,
      }
    : { finding: ok('port', `${port} on ${host} is in use by this service, version ${version}`), isServing: true };
}

/** The admin port is free, or the running service has it. */
export async function examineAdminPort(host: string, port: number, isServing: boolean): Promise<Finding> {
  const refusal = await refusalToListen(host, port);
  if (refusal === undefined)
    return ok('admin port', port === 0 ? `any free port on ${host}` : `${port} on ${host} is free`);
  if (refusal.code !== 'EADDRINUSE') return { ...refused(host, port, refusal), subject: 'admin port' };
  const isOwn = isServing && (await isAlive(urlOf(host, port)));
  return isOwn
    ? ok('admin port', `${port} on ${host} is in use by this service`)
    : failure('admin port', `${port} on ${host} is in use by another program`, 'stop it, or set another ADMIN_PORT');
}

async function refusalToListen(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ host, port, exclusive: true }), 'listening');
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function refused(host: string, port: number, { code, message }: NodeJS.ErrnoException): Finding {
  if (code === 'EACCES')
    return failure('port', `this user may not listen on ${port}`, 'set PORT to 1024 or more, or grant the right');
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failure('port', `this machine has no address ${host} (${code})`, 'set HOST');
  return failure('port', `${host}:${port}: ${messageOf(message)}`);
}

/** The version of this service at a URL; undefined if nothing or something else responds. */
async function versionAt(baseUrl: string): Promise<string | undefined> {
  try {
    const { meta } = await createClient({ baseUrl, retry: ONCE }).get('/', {
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    return meta.name === packageJson.name ? meta.version : undefined;
  } catch {
    return undefined;
  }
}

/** True if an admin server responds there. */
async function isAlive(baseUrl: string): Promise<boolean> {
  const request = { signal: AbortSignal.timeout(ANSWER_MILLIS) };
  return createClient({ baseUrl, retry: ONCE })
    .request('get', '/live', request)
    .then(
      async ({ body }) => {
        await body?.cancel();
        return true;
      },
      () => false,
    );
}
