// The error examples of the document are what a service says, word for word.
import { expect } from 'chai';
import type { ErrorCode } from '#adapters/http/api/errors';
import { errorExample } from '#adapters/http/openapi/error-examples';
import {
  atomicFormat,
  MEDIA_TYPE,
  modernFormat,
  plainFormat,
  type DocumentFormat,
} from '#adapters/http/api/media-types';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { reading, writeAccessFiles } from '../support/access.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import {
  errorRequests,
  listErrorRequests,
  needsPolicy,
  needsRules,
  streamRequest,
  type FailingRequest,
} from './error-requests.ts';
import { existing, keyOfObject, objectOf } from './error-world.ts';

export function describeErrorExamples(): void {
  let services: Readonly<Record<'usual' | 'strict' | 'guarded', TestService>>;
  /** The only stream that the usual service allows. */
  let stream: Response;
  const files = writeAccessFiles({ roles: { reader: reading } });
  const config = apiConfig(readConfig({}));

  before(async () => {
    const [usual, strict] = await Promise.all(
      ['false', 'true'].map((isOn) =>
        startTestService({
          DATABASE_URL: 'memory:',
          REQUIRE_IF_MATCH: isOn,
          REQUIRE_IDEMPOTENCY_KEY: isOn,
          MAX_SUBSCRIBERS: '1',
        }),
      ),
    );
    if (usual === undefined || strict === undefined) throw new Error('two services are needed');
    const guarded = await startTestService({ DATABASE_URL: 'memory:', ...files.environment });
    services = { usual, strict, guarded };
    stream = await send(usual.url, streamRequest);
    for (const { url } of [usual, strict])
      for (const resource of existing)
        for (const number of [1, 2]) {
          const headers = { 'Idempotency-Key': keyOfObject(resource, number) };
          const request = {
            method: 'POST',
            path: resource.path,
            headers,
            body: { data: objectOf(resource, number) },
          } as const;
          expect((await send(url, request)).status).to.equal(201);
        }
  });
  after(async () => {
    files.remove();
    await stream.body?.cancel();
    await Promise.all(Object.values(services).map((each) => each.stop()));
  });

  const urlFor = (code: ErrorCode): string => {
    if (needsPolicy.includes(code)) return services.guarded.url;
    return (needsRules.includes(code) ? services.strict : services.usual).url;
  };

  for (const [code, asked] of Object.entries(errorRequests) as [ErrorCode, (typeof errorRequests)[ErrorCode]][]) {
    if ('unasked' in asked) continue;
    it(`say what the service says: ${code}`, async () => {
      const example = errorExample(code, config);
      if ('made' in asked) expect(example).to.have.property('errors').that.deep.equals([asked.made]);
      else expect(await (await send(urlFor(code), asked)).json()).to.deep.equal(example);
    });
  }

  for (const [code, asked] of Object.entries(listErrorRequests) as [ErrorCode, FailingRequest][])
    it(`say what the service says of a list of operations: ${code}`, async () => {
      const answer = await send(urlFor(code), asked);
      const { mediaType, jsonapi } = formatOf(code);
      expect(answer.headers.get('Content-Type')).to.equal(mediaType);
      expect(await answer.json()).to.deep.equal({ ...Object(errorExample(code, config, atomicFormat)), jsonapi });
    });
}

/** Errors of content negotiation come before the format is settled. */
function formatOf(code: ErrorCode): DocumentFormat {
  if (code === 'not-acceptable') return plainFormat;
  return code === 'unsupported-media-type' ? modernFormat : atomicFormat;
}

function send(url: string, { method = 'GET' as 'POST', path, headers = {}, body }: FailingRequest): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': MEDIA_TYPE }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}
