import type { ApiClient } from '../../support/api-client.ts';

/** A running service that the suites hold against the contract. It can be used once the tests run. */
export interface ApiUnderTest {
  readonly client: ApiClient;
  /** The SQL statements sent since the list was last emptied; always empty where the storage is not a database. */
  readonly statements: () => string[];
}

/** A part of the contract as tests. Services are shared: tests make the data that they look at. */
export type Suite = (api: ApiUnderTest) => void;
