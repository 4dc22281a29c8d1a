// Mocha's root hooks: stop the shared servers and the browser after the last test file.
import { stopTestBrowser } from '../browser/browser.ts';
import { stopTestServers } from './postgres-server.ts';

export const mochaHooks = {
  afterAll: [stopTestServers, stopTestBrowser],
};
