// A real issuer of tokens, on a loopback port, whose keys and outages a test decides. It signs JSON Web Tokens for anybody.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type Adapter, type ResourceServer } from 'oidc-provider';
import { freePort } from './free-port.ts';

/** The audience of its tokens. */
export const AUDIENCE = 'https://api.example.org/';

export type SigningAlgorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA';

export interface Issuer {
  /** The `iss` of its tokens, for `JWT_ISSUER`. */
  readonly url: string;
  /** For `JWKS_URL`. */
  readonly jwksUrl: string;
  /** The number of requests for its keys, over all restarts. */
  readonly questions: () => number;
  /**
   * A token of the audience `AUDIENCE` that is valid for an hour.
   * @param claims replace or add to those of the token; null removes one
   */
  readonly token: (claims?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Ends it, with its connections: nobody listens on its port any more. */
  readonly stop: () => Promise<void>;
  /** Starts it again on the same port, with these keys: a rotation if they are others than before. */
  readonly restart: (keys: readonly JWK[]) => Promise<void>;
  /** Lets questions for its keys go unanswered, or answers them again. */
  readonly hang: (isHanging: boolean) => void;
}

/** A private key, as an issuer has it. */
export async function signingKey(kid: string, algorithm: SigningAlgorithm = 'ES256'): Promise<JWK> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: algorithm, use: 'sig' };
}

/**
 * Starts an issuer. Stop it after the test.
 * @param keys of which the first signs
 */
export async function startIssuer(keys: readonly JWK[]): Promise<Issuer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const state: State = { questions: 0, isHanging: false };
  let server = await listen(url, port, keys, state);
  return {
    url,
    jwksUrl: `${url}/jwks`,
    questions: () => state.questions,
    token: (claims = {}) => requestToken(url, claims),
    stop: () => close(server),
    restart: async (next) => {
      await close(server);
      server = await listen(url, port, next, state);
    },
    hang: (isHanging) => {
      state.isHanging = isHanging;
    },
  };
}

interface State {
  questions: number;
  isHanging: boolean;
}

const CLIENT = { id: 'tests', secret: 'a secret of the tests' };
/** The header in which a test asks for claims: encoded JSON. */
const CLAIMS_HEADER = 'x-claims';

async function listen(url: string, port: number, keys: readonly JWK[], state: State): Promise<Server> {
  const provider = providerAt(url, keys);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const isQuestion = request.url === '/jwks';
    if (isQuestion) state.questions += 1;
    if (!isQuestion || !state.isHanging) void answer(request, response);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function providerAt(url: string, keys: readonly JWK[]): Provider {
  const [first] = keys;
  const alg = (first?.alg ?? 'ES256') as SigningAlgorithm;
  const resource: ResourceServer = {
    scope: '',
    audience: AUDIENCE,
    accessTokenTTL: 3600,
    accessTokenFormat: 'jwt',
    jwt: { sign: { alg, ...(first?.kid === undefined ? {} : { kid: first.kid }) } },
  };
  return new Provider(url, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: alg,
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: [alg] },
    jwks: { keys: keys.map((key) => ({ ...key })) },
    adapter: () => nothingStored,
    ttl: { ClientCredentials: 3600 },
    cookies: { keys: ['of the tests'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        getResourceServerInfo: () => resource,
      },
    },
    formats: {
      customizers: {
        jwt: (ctx, _token, { payload }) => {
          const claims = JSON.parse(decodeURIComponent(ctx.get(CLAIMS_HEADER))) as Readonly<Record<string, unknown>>;
          for (const [name, value] of Object.entries(claims)) payload[name] = value ?? undefined;
        },
      },
    },
  });
}

/** Its tokens say everything themselves. */
const nothingStored: Adapter = {
  upsert: () => Promise.resolve(),
  find: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
};

async function requestToken(url: string, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await fetch(`${url}/token`, {
    method: 'POST',
    headers: {
      // After a restart nothing is left of a former connection.
      connection: 'close',
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret)}`).toString('base64')}`,
      [CLAIMS_HEADER]: encodeURIComponent(JSON.stringify(claims)),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const answer = (await response.json()) as { readonly access_token?: string };
  if (answer.access_token === undefined) throw new Error(`the issuer refused: ${JSON.stringify(answer)}`);
  return answer.access_token;
}
