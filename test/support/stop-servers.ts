// Mocha's root hooks: stop the shared servers after the last test file.
import { stopTestServers } from './postgres-server.ts';

export const mochaHooks = {
  afterAll: stopTestServers,
};
