import helmet from 'koa-helmet';

/** Headers for the case that somebody opens an answer in a browser: it is data, never a page. */
export const secureHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
  // Whether clients may only use https is for whoever terminates it to say.
  strictTransportSecurity: false,
});
