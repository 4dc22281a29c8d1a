import type { ApiClient } from '../../support/api-client.ts';

/** A running service to test against the contract; available inside hooks and tests. */
export interface ApiUnderTest {
  readonly client: ApiClient;
  /** SQL statements sent since the caller last emptied the list; always empty where the storage is not a database. */
  readonly statements: () => string[];
}

/** The tests of one part of the contract. Suites share a service, so each test creates its own data. */
export type Suite = (api: ApiUnderTest) => void;
