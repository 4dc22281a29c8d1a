import { expect } from 'chai';
import {
  createClient,
  JsonApiError,
  MEDIA_TYPE,
  NotSentError,
  retrying,
  type Fetch,
  type RetrySettings,
} from '../../../client/src/index.ts';

interface Sent {
  readonly key: string | null;
  readonly text: string;
}

/** An answer of the service, or what its `fetch` rejects with. */
type Answer = () => Response | Error;

const answer =
  (status: number, code = 'code', headers: Readonly<Record<string, string>> = {}): Answer =>
  () =>
    new Response(status < 400 ? '{"data":null}' : JSON.stringify({ errors: [{ code, detail: 'Why' }] }), {
      status,
      headers: { 'Content-Type': MEDIA_TYPE, ...headers },
    });
const now = { 'Retry-After': '0' };
const ok = answer(201);
const busy = answer(503, 'service-unavailable', now);
const unknown = answer(503, 'commit-outcome-unknown', now);
const cut: Answer = () => new TypeError('fetch failed');
const unreachable: Answer = () => new NotSentError('no connection');

const body = { data: { type: 'person', attributes: { name: 'Ada' } } };

/** A `fetch` that answers in turn, the last answer for good, and what it was sent. */
function stub(...answers: readonly Answer[]): { readonly sent: Sent[]; readonly fetch: Fetch } {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (request) => {
      const next = answers[Math.min(sent.length, answers.length - 1)] ?? ok;
      sent.push({ key: request.headers.get('Idempotency-Key'), text: await request.text() });
      const given = next();
      if (given instanceof Error) throw given;
      return given;
    },
  };
}

describe('A request that is sent again', () => {
  for (const [what, first] of Object.entries({ busy, unknown, cut, unreachable }))
    it(`has the same key and body: ${what}`, async () => {
      const { sent, fetch } = stub(first, ok);
      await createClient({ baseUrl: 'http://localhost', fetch }).request('post', '/persons', { body });
      expect(sent).to.have.lengthOf(2);
      expect(sent[0]?.key).to.match(/^"[0-9a-f]{32}"$/);
      expect(sent[1]).to.deep.equal(sent[0]);
      expect(sent[0]?.text).to.equal(JSON.stringify(body));
    });

  it('has the same key and body with another client, too', async () => {
    const { sent, fetch } = stub(busy, cut, ok);
    await retrying(fetch)(new Request('http://localhost/persons', { method: 'POST', body: JSON.stringify(body) }));
    expect(sent).to.have.lengthOf(3);
    expect(sent[0]?.key).to.match(/^"[0-9a-f]{32}"$/);
    expect(sent[2]).to.deep.equal(sent[0]);
  });

  it('keeps the key that it was given, by name or as a header', async () => {
    const { sent, fetch } = stub(busy, ok);
    const client = createClient({ baseUrl: 'http://localhost', fetch });
    await client.request('post', '/persons', { body, idempotencyKey: 'mine' });
    await client.request('post', '/persons', { body, headers: { 'idempotency-key': '"own"' } });
    expect(sent.map(({ key }) => key)).to.deep.equal(['"mine"', '"mine"', '"own"']);
  });

  const rejected = (retry: RetrySettings, ...answers: readonly Answer[]) => {
    const { sent, fetch } = stub(...answers);
    const request = createClient({ baseUrl: 'http://localhost', fetch }).request('post', '/persons', { body, retry });
    return request.then(
      () => expect.fail('it was answered'),
      (error: unknown) => ({ error, count: sent.length }),
    );
  };

  it('is not sent again once it is answered for good, with the errors of the answer', async () => {
    const { error, count } = await rejected({}, answer(500, 'internal-error', now), ok);
    expect(count).to.equal(1);
    expect(error).to.be.instanceOf(JsonApiError).and.include({ status: 500, verdict: 'final', omitted: 0 });
    expect(error).to.have.deep.property('errors', [{ code: 'internal-error', detail: 'Why' }]);
  });

  it('is sent again for as long as there is patience', async () => {
    const patient = { attempts: Infinity, patienceMillis: 450 };
    const { error, count } = await rejected(patient, cut);
    expect(error).to.be.instanceOf(TypeError);
    expect(count).to.be.within(2, 4);
  });

  it('is not sent again where somebody who is told does not want it', async () => {
    const told: unknown[] = [];
    const onRepeatable = (verdict: string, waitMillis: number): boolean => {
      told.push([verdict, waitMillis]);
      return verdict === 'not done';
    };
    const { error, count } = await rejected({ onRepeatable }, busy, unknown, ok);
    expect(count).to.equal(2);
    expect(told).to.deep.equal([
      ['not done', 0],
      ['unsure', 0],
    ]);
    expect(error).to.include({ verdict: 'unsure' });
  });

  it('is not sent again after a stop, which ends the waiting', async () => {
    const stop = new AbortController();
    const onRepeatable = (): boolean => {
      setTimeout(() => stop.abort(), 10);
      return true;
    };
    const soon = answer(503, 'service-unavailable', { 'Retry-After': '20' });
    const { error, count } = await rejected({ stopped: stop.signal, onRepeatable }, soon, ok);
    expect({ error, count }).to.deep.include({ count: 1 }).and.nested.include({ 'error.status': 503 });
  });
});
