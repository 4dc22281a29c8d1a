import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Headers for the case that somebody opens an answer in a browser: it is data, never a page. */
const secure = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
  // The policy above says for all browsers who may frame an answer, and it neither loads anything nor leads anywhere.
  xFrameOptions: false,
  referrerPolicy: false,
  // Whether clients may only use https is for whoever terminates it to say.
  strictTransportSecurity: false,
});

/**
 * The headers that every answer has, with the same values: names and values in turn, as Node writes them in one go. Helmet is asked once,
 * not for every request: what it says depends on nothing.
 */
export const commonHeaders: readonly string[] = collectHeaders();

function collectHeaders(): readonly string[] {
  const headers = new Map([
    ['X-Content-Type-Options', 'nosniff'],
    ['Vary', 'Accept'],
  ]);
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.setHeader = (name, value) => {
    headers.set(name, String(value));
    return response;
  };
  secure(response.req, response, (error) => {
    if (error !== undefined) throw new Error('helmet failed', { cause: error });
  });
  return [...headers].flat();
}
