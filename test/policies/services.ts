// Services to ask: one with a policy, and open ones.
import type { Access } from '#adapters/http/koa/app';
import type { Resources } from '#adapters/http/api/resource-description';
import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import type { PolicyFile } from '#adapters/http/policy/policy-file';
import { nobody, type Actor } from '#application/model/actor';
import { InvalidTokenError } from '#application/model/errors';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { serveApp } from '../support/apps.ts';
import type { SentRequest } from './requests.ts';

export interface Answer {
  readonly status: number;
  /** But those that differ between any two answers, or by who asks. */
  readonly headers: Readonly<Record<string, string>>;
  /** The entity tag. */
  readonly tag: string | undefined;
  readonly text: string;
}

export interface Service {
  /** @param actor undefined for an open service */
  ask(request: SentRequest, actor?: Actor): Promise<Answer>;
  close(): Promise<void>;
}

/** What services are made of. */
export interface ServiceParts {
  readonly unitOfWork: UnitOfWork;
  /** Undefined: everybody may do everything. */
  readonly access?: Access | undefined;
  /** What an open service has; by default everything. */
  readonly resources?: Resources | undefined;
}

/** Some resources of the large worlds are related to more than this, some of them to fewer that are visible. */
const ENVIRONMENT = { MAX_INCLUDED: '380' };

export async function openService({ unitOfWork, access, resources }: ServiceParts): Promise<Service> {
  const served = await serveApp(unitOfWork, { access, ...(resources && { resources }) }, ENVIRONMENT);
  return { ask: (request, actor) => send(served.url, request, actor), close: () => served.close() };
}

/**
 * Lets in the actors of a scenario, whose tokens are their subjects.
 * @throws Error if the policy is wrong
 */
export function accessOf(file: PolicyFile, actors: readonly Actor[]): Access {
  const { anonymous, roles, ...policy } = policyOf(file);
  return {
    anonymous,
    roles,
    permissionsOf: (actor) => policy.permissionsOf(actor),
    authenticator: {
      authenticate: async ({ token }) => {
        const actor = actors.find(({ subject }) => subject === token);
        if (actor === undefined) throw new InvalidTokenError('unknown key');
        return actor;
      },
    },
    onIdentified: () => undefined,
  };
}

function policyOf(file: PolicyFile): ReadPolicy {
  const read = readPolicy({ json: file, duplicates: [] });
  if ('problems' in read) throw new Error(`${JSON.stringify(read.problems)} in ${JSON.stringify(file)}`);
  return read.policy;
}

const VARYING = ['date', 'x-request-id', 'etag', 'vary'];

async function send(url: string, { method, target, headers }: SentRequest, actor?: Actor): Promise<Answer> {
  const response = await fetch(url + target, {
    method,
    headers: {
      ...headers,
      ...(actor !== undefined && actor.subject !== nobody.subject && { Authorization: `Bearer ${actor.subject}` }),
    },
  });
  const kept = [...response.headers].filter(([name]) => !VARYING.includes(name));
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    tag: response.headers.get('ETag') ?? undefined,
    text: await response.text(),
  };
}
