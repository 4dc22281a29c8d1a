import { once } from 'node:events';
import { createServer } from 'node:net';
import packageJson from '../../package.json' with { type: 'json' };
import { failure, ok, type Finding } from '#composition/doctor/finding';
import { messageOf } from '#composition/logging/describe-error';
import { urlOf } from './service-url.ts';

export interface PortExamination {
  readonly finding: Finding;
  /** Whether it is this service that listens there. */
  readonly isServing: boolean;
}

/** How long whoever listens on the port may take to say who it is. */
const ANSWER_MILLIS = 5000;

/** Whether the service can listen on its port, or does already. */
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
  const isOwn = isServing && (await textAt(`${urlOf(host, port)}/live`)) !== undefined;
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

/** The version of this service at a URL; undefined when something else answers, or nothing does. */
async function versionAt(url: string): Promise<string | undefined> {
  const text = await textAt(`${url}/`);
  if (text === undefined) return undefined;
  const { name, version } = nameIn(text);
  return name === packageJson.name ? version : undefined;
}

async function textAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { Accept: 'application/vnd.api+json' },
      signal: AbortSignal.timeout(ANSWER_MILLIS),
    });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

function nameIn(text: string): { readonly name?: string; readonly version?: string } {
  try {
    return (JSON.parse(text) as { readonly meta?: { readonly name?: string; readonly version?: string } }).meta ?? {};
  } catch {
    return {};
  }
}
