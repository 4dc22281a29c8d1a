// The services that are compared: one with a policy, and open ones.
import type { Access } from '#adapters/http/koa/app';
import type { Resources } from '#adapters/http/api/resource-description';
import { nobody, type Actor } from '#application/model/actor';
import { InvalidTokenError } from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { serveApp } from '../support/apps.ts';
import { FORM_TYPE } from '../support/api-client.ts';
import { openStream, type EventStream } from '../support/event-stream.ts';
import { accessFor } from '../support/policy-access.ts';
import type { SentRequest } from './requests.ts';
import type { PolicyInFile } from './policy-in-file.ts';

export interface Answer {
  readonly status: number;
  /** Without those that differ between any two answers or between actors. */
  readonly headers: Readonly<Record<string, string>>;
  /** The entity tag. */
  readonly tag: string | undefined;
  readonly text: string;
}

export interface Service {
  /** @param actor undefined for an open service */
  ask(request: SentRequest, actor?: Actor): Promise<Answer>;
  /** @throws Error unless the service answers with a stream */
  follow(request: SentRequest, actor?: Actor): Promise<EventStream>;
  close(): Promise<void>;
}

/** The parts of a service. */
export interface ServiceParts {
  readonly unitOfWork: UnitOfWork;
  /** Undefined: everybody may do everything. */
  readonly access?: Access | undefined;
  /** The descriptions of an open service; by default all. */
  readonly set?: Resources | undefined;
}

const ENVIRONMENT = {
  // In large worlds some resources have more related ones than this, of which fewer may be visible.
  MAX_INCLUDED: '380',
  // Long enough for a second `refetch`, and short enough to wait for the end, when a stream says how far it has read.
  CHANGES_STREAM_SECONDS: '2',
};

export async function openService({ unitOfWork, access, set }: ServiceParts): Promise<Service> {
  const served = await serveApp(unitOfWork, { access, ...(set && { set }) }, ENVIRONMENT);
  return {
    ask: (request, actor) =>
      send(served.url, request, actor).catch((error: unknown) => {
        const broken = served.lines.filter((line) => line.includes('answer broken off')).slice(-4);
        throw new Error(`incomplete response to ${request.target}: ${broken.join('; ')}`, { cause: error });
      }),
    follow: ({ target, headers }, actor) =>
      openStream(served.url + target, { headers: { ...headers, ...credentialsOf(actor) } }),
    close: () => served.close(),
  };
}

/**
 * Lets in the actors of a scenario, whose tokens are their subjects.
 * @throws Error if the policy is wrong
 */
export function accessOf(file: PolicyInFile, actors: readonly Actor[]): Access {
  return {
    ...accessFor(file, []),
    authenticator: {
      authenticate: async ({ token }) => {
        const actor = actors.find(({ subject }) => subject === token);
        if (actor === undefined) throw new InvalidTokenError('unknown key');
        return actor;
      },
    },
  };
}

const VARYING = ['date', 'x-request-id', 'etag', 'vary'];

async function send(url: string, request: SentRequest, actor?: Actor): Promise<Answer> {
  const { method, target, headers, body } =
    request.method === 'QUERY' ? withContent(request) : { ...request, body: null };
  const response = await fetch(url + target, { method, headers: { ...headers, ...credentialsOf(actor) }, body });
  const kept = [...response.headers].filter(([name]) => !VARYING.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    tag: response.headers.get('ETag') ?? undefined,
    text: await response.text(),
  };
}

/** Moves the query string of a QUERY to its body. */
function withContent({ target, headers, ...request }: SentRequest): SentRequest & { readonly body: string } {
  const [path = '', body = ''] = target.split('?');
  return { ...request, target: path, headers: { ...headers, 'Content-Type': FORM_TYPE }, body };
}

function credentialsOf(actor: Actor | undefined): Readonly<Record<string, string>> {
  return actor === undefined || actor.subject === nobody.subject ? {} : { Authorization: `Bearer ${actor.subject}` };
}
