// Mocha's root hooks: what all test files share ends with the last of them.
import { stopTestServers } from './postgres-server.ts';

export const mochaHooks = {
  afterAll: stopTestServers,
};
