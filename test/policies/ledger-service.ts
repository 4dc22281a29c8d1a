// A service under a random policy that answers the writes of the ledger.
import { atomicFormat, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { UseCases } from '#application/use-cases';
import { bearer } from '../support/access.ts';
import { serveApp } from '../support/apps.ts';
import { openServer } from '../support/open-server.ts';
import { accessFor } from '../support/policy-access.ts';
import { testServer } from '../support/postgres-server.ts';
import type { LedgerActor } from './ledger-policies.ts';

export type LedgerStorage = 'memory' | 'server';

export interface OpenStorage {
  readonly unitOfWork: UnitOfWork;
  close(): Promise<void>;
}

export async function openLedgerStorage(storage: LedgerStorage): Promise<OpenStorage> {
  if (storage === 'memory') return { unitOfWork: new MemoryUnitOfWork(), close: () => Promise.resolve() };
  const database = openServer(await (await testServer()).createDatabase());
  return { unitOfWork: new SqlUnitOfWork(database), close: () => database.close() };
}

/** A fault to plant in a service. */
export interface Fault {
  /** Replaces the use cases. */
  readonly spoil?: (use: UseCases) => UseCases;
  /** Replaces the policy that the service follows. */
  readonly policy?: (rules: LedgerActor['rules']) => LedgerActor['rules'];
}

export interface LedgerService {
  /** @param sent `/operations` gets its own media type */
  send(actor: LedgerActor, sent: SentRequest): Promise<LedgerAnswer>;
  close(): Promise<void>;
}

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** Undefined: none. */
  readonly body: object | undefined;
}

export interface LedgerAnswer {
  readonly status: number;
  /** The entity tag; null if there is none. */
  readonly tag: string | null;
  /** The URL of a created resource. */
  readonly location: string | null;
  /** Undefined if there is none. */
  readonly document: AnsweredDocument | undefined;
}

export interface AnsweredDocument {
  readonly data?: unknown;
  readonly included?: unknown;
  readonly 'atomic:results'?: readonly { readonly data?: unknown }[];
  readonly errors?: readonly AnsweredError[];
}

export interface AnsweredError {
  readonly code: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
  readonly meta?: { readonly count?: number };
}

export async function serveLedger(
  unitOfWork: UnitOfWork,
  actors: readonly LedgerActor[],
  { spoil, policy = (rules) => rules }: Fault = {},
): Promise<LedgerService> {
  const roles = Object.fromEntries(actors.map(({ role, rules }) => [role, policy(rules)]));
  const app = await serveApp(unitOfWork, { access: accessFor({ roles }, actors), ...(spoil && { spoil }) });
  return {
    close: () => app.close(),
    async send({ name }, { method, path, body }) {
      const type = path === '/operations' ? atomicFormat.mediaType : MEDIA_TYPE;
      const response = await fetch(app.url + path, {
        method,
        headers: { ...bearer(name), Accept: type, 'Content-Type': type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const [tag, location] = ['ETag', 'Location'].map((name) => response.headers.get(name));
      return {
        status: response.status,
        tag: tag ?? null,
        location: location ?? null,
        document: text === '' ? undefined : JSON.parse(text),
      };
    },
  };
}
