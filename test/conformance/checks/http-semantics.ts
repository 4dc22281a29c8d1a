// Requirements of RFC 9110 for all routes.
import { expect } from 'chai';
import { expectError, expectStatus } from '../check.ts';
import { type Session } from '../session.ts';

/** Expects the response to HEAD to be that to GET without the body (RFC 9110, 9.3.2), and Content-Length to be correct (8.6). */
export async function expectHeadLikeGet(session: Session, path: string): Promise<void> {
  const [get, head] = [await session.get(path), await session.send('HEAD', path)];
  expectStatus(head, get.status);
  expect(head.text).to.equal('');
  for (const name of ['content-type', 'content-length', 'vary'])
    expect(head.headers[name], name).to.equal(get.headers[name]);
  if (get.headers['content-length'] !== undefined)
    expect(get.headers['content-length']).to.equal(String(Buffer.byteLength(get.text)));
}

/** Expects 405 with the allowed methods (RFC 9110, 15.5.6), which must be those that OPTIONS returns. */
export async function expectNotAllowed(session: Session, method: string, path: string): Promise<void> {
  const response = await session.send(method, path, { body: { data: null } });
  expectError(response, 405);
  const allowed = response.headers.allow?.split(/, */);
  expect(allowed).to.include('GET').and.not.include(method);
  const options = await session.send('OPTIONS', path);
  expectStatus(options, 204);
  expect(options.headers.allow?.split(/, */)).to.have.members(allowed ?? []);
}
