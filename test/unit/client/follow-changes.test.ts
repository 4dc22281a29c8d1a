import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createClient,
  JsonApiError,
  MEDIA_TYPE,
  PositionExpiredError,
  type ChangesSettings,
  type ClientSettings,
} from '../../../client/src/index.ts';
import {
  changeFrame,
  endFrame,
  frame,
  refetchFrame,
  stubStream,
  type StubStream,
} from '../../support/event-streams.ts';

/** The reply to a request. */
type Reply = StubStream | ((request: Request) => Response);

const refusal =
  (status: number, code: string, { headers = {}, meta = {} }: { headers?: object; meta?: object } = {}) =>
  (): Response =>
    new Response(JSON.stringify({ errors: [{ status: `${status}`, code, detail: code, meta }] }), {
      status,
      headers: { 'Content-Type': MEDIA_TYPE, ...headers },
    });
const unreachable = (): Response => {
  throw new TypeError('fetch failed');
};
const opened = (id = 'p0'): string => `retry: 2000\n\n${frame('position', id)}`;

/** Mock timers skip the pauses. */
describe('The typed client follows the feed of changes', () => {
  let sent: Request[];
  let waits: number[];
  let causes: string[];
  const ended = new AbortController();

  beforeEach(() => {
    [sent, waits, causes] = [[], [], []];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  const onInterrupted = (cause: unknown, waitMillis: number): void => {
    waits.push(waitMillis);
    causes.push(cause instanceof Error ? cause.message.replaceAll('\n', ' ') : 'no error');
    setImmediate(() => mock.timers.tick(Math.ceil(waitMillis)));
  };

  /** Follows a service that replies in turn, then is silent. */
  function follow(replies: readonly Reply[], settings: object = {}, client: Partial<ClientSettings> = {}) {
    const next = [...replies];
    const fetch = async (request: Request): Promise<Response> => {
      sent.push(request);
      const reply = next.shift() ?? stubStream('');
      return typeof reply === 'function' ? reply(request) : reply.response();
    };
    const given: ChangesSettings = { signal: ended.signal, onInterrupted, ...settings };
    return createClient({ baseUrl: 'http://localhost', fetch, ...client }).changes(given);
  }

  /** The next items, shortened. */
  async function take(
    items: AsyncGenerator<{ action: string; position: string; changeId?: string | undefined }>,
    count: number,
  ) {
    const taken: string[] = [];
    while (taken.length < count) {
      const { value } = await items.next();
      taken.push(value === undefined ? 'the end' : `${value.changeId ?? value.action} ${value.position}`);
    }
    return taken;
  }

  const asked = (): readonly (string | null)[] => sent.map(({ url }) => new URL(url).searchParams.get('page[after]'));
  const finish = (items: AsyncGenerator): Promise<unknown> => items.return(undefined);
  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => 'no error',
      (error: unknown) => error,
    );

  it('as a stream from its oldest change, and first yields its position', async () => {
    const items = follow([stubStream([opened(), changeFrame('1'), changeFrame('2')])]);
    expect(await take(items, 3)).to.deep.equal(['position p0', 'c1 p1', 'c2 p2']);
    expect(asked()).to.deep.equal(['']);
    expect(sent[0]?.headers.get('Accept')).to.equal('text/event-stream');
    await finish(items);
  });

  it('and resumes after the last id of a frame, not after the cursor of a change', async () => {
    const items = follow(
      [
        stubStream([opened('p1'), changeFrame('3', 'p2'), changeFrame('4', 'p2')], 'cut'),
        stubStream([frame('position', 'p2'), refetchFrame('r', 'p3', 'person'), changeFrame('5')]),
      ],
      { after: 'p1' },
    );
    expect(await take(items, 5)).to.deep.equal(['position p1', 'c3 p2', 'c4 p2', 'cr p3', 'c5 p5']);
    expect(asked()).to.deep.equal(['p1', 'p2']);
    expect(causes).to.deep.equal(['terminated']);
    await finish(items);
  });

  it('without repeating changes since that id, in whatever order they come again', async () => {
    const before = [changeFrame('1', 'p0'), changeFrame('2', 'p0'), changeFrame('3', 'p0')];
    const again = [frame('position', 'p0'), changeFrame('1'), refetchFrame('r', 'p2', 'person'), changeFrame('2')];
    const items = follow([
      stubStream([opened(), ...before], 'cut'),
      stubStream(again, 'cut'),
      stubStream([frame('position', 'p2'), changeFrame('3'), changeFrame('4')]),
    ]);
    expect(await take(items, 6)).to.deep.equal(['position p0', 'c1 p0', 'c2 p0', 'c3 p0', 'cr p2', 'c4 p4']);
    expect(asked()).to.deep.equal(['', 'p0', 'p2']);
    await finish(items);
  });

  it('with the same result wherever its stream is cut', async () => {
    const [first, second, third] = [changeFrame('é€😀1', 'p1'), changeFrame('2', 'p1'), changeFrame('3', 'p3')];
    const behind: Readonly<Record<string, readonly string[]>> = { p0: [first, second, third], p1: [second, third] };
    const text = [`\u{feff}${opened()}`, ':\r\n', first, second, third].join('');
    const bytes = new TextEncoder().encode(text);
    const cuts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) => 7 * index);
    for (const cut of cuts) {
      const begun = new Response(new Blob([bytes.subarray(0, cut)]).stream(), stubStream('').response());
      const resumed = ({ url }: Request): Response => {
        const after = new URL(url).searchParams.get('page[after]') ?? '';
        return stubStream([frame('position', after), ...(behind[after] ?? ['nothing is behind it'])]).response();
      };
      const items = follow([() => begun, resumed], { after: 'p0' });
      const told: string[] = [];
      for await (const { changeId = '' } of items) {
        if (changeId !== '') told.push(changeId);
        if (changeId === 'c3') break;
      }
      expect(told, `cut at ${cut}`).to.deep.equal(['cé€😀1', 'c2', 'c3']);
    }
    expect(sent).to.have.lengthOf(2 * cuts.length);
  });

  it('again after pauses that grow, vary, and start over after a success', async () => {
    const away = Array.from({ length: 8 }, () => unreachable);
    const items = follow([...away, stubStream([opened()], 'cut'), unreachable, stubStream(frame('position', 'p1'))]);
    expect(await take(items, 2)).to.deep.equal(['position p0', 'position p1']);
    const longest = [2, 4, 8, 16, 30, 30, 30, 30, 2, 4];
    expect(waits).to.have.lengthOf(longest.length);
    for (const [index, seconds] of longest.entries())
      expect(waits[index], `pause ${index}`).to.be.within(500 * seconds, 1000 * seconds);
    expect(new Set(waits).size).to.equal(waits.length);
    await finish(items);
  });

  it('again after pauses that grow as long as its streams fail before they bring anything', async () => {
    const failing = Array.from({ length: 3 }, () => stubStream([opened(), endFrame('internal-error')]));
    const items = follow([
      ...failing,
      stubStream([opened(), changeFrame('1'), endFrame('internal-error')]),
      stubStream([frame('position', 'p1'), frame('position', 'p2')]),
    ]);
    expect(await take(items, 3)).to.deep.equal(['position p0', 'c1 p1', 'position p2']);
    for (const [index, seconds] of [2, 4, 8, 2].entries())
      expect(waits[index], `pause ${index}`).to.be.within(500 * seconds, 1000 * seconds);
    await finish(items);
  });

  it('again after the pause that the service asks for', async () => {
    const items = follow([
      stubStream(['retry: 400\n\n', frame('position', 'p0')], 'closed'),
      stubStream(['retry: 0\n\n', frame('position', 'p1')], 'closed'),
      stubStream(['retry: 99999999\n\n', frame('position', 'p2')], 'closed'),
      stubStream(frame('position', 'p3')),
    ]);
    await take(items, 4);
    for (const [index, longest] of [400, 100, 30_000].entries())
      expect(waits[index]).to.be.within(longest / 2, longest);
    expect(causes[0]).to.equal('the connection was closed');
    await finish(items);
  });

  it('again after temporary refusals', async () => {
    const busy = (seconds: string) => refusal(503, 'too-many-subscribers', { headers: { 'Retry-After': seconds } });
    const others = [
      refusal(500, 'internal-error'),
      refusal(429, 'x'),
      () => new Response('<h1>Bad gateway', { status: 502 }),
    ];
    const items = follow([busy('5'), busy('99999999'), busy('0'), ...others, stubStream(opened())]);
    expect(await take(items, 1)).to.deep.equal(['position p0']);
    for (const [index, seconds] of [5, 3600, 0.1].entries())
      expect(waits[index]).to.be.within(1000 * seconds, 1500 * seconds);
    expect(causes[0]).to.equal('503 too-many-subscribers: too-many-subscribers');
    expect(waits).to.have.lengthOf(6);
    await finish(items);
  });

  for (const [status, code] of [
    [400, 'invalid-parameter'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [406, 'not-acceptable'],
  ] as const)
    it(`until it gets ${status}`, async () => {
      const items = follow([stubStream([opened(), endFrame(code)]), refusal(status, code)]);
      await take(items, 1);
      const error = await failure(items.next());
      expect(error).to.be.instanceOf(JsonApiError).and.not.instanceOf(PositionExpiredError);
      expect(error).to.include({ status });
    });

  it('until its position has expired, and names the lists to read again', async () => {
    const meta = { reason: 'too-old', refetch: ['/persons'] };
    const items = follow([stubStream([opened(), changeFrame('1')], 'cut'), refusal(410, 'position-expired', { meta })]);
    await take(items, 2);
    const error = await failure(items.next());
    expect(error).to.be.instanceOf(PositionExpiredError).and.deep.include(meta);
    expect(asked()).to.deep.equal(['', 'p1']);
  });

  it('but not a response that is not a stream', async () => {
    const page = (): Response => new Response('<h1>Log in', { headers: { 'Content-Type': 'text/html' } });
    const items = follow([page]);
    expect(await failure(items.next()))
      .to.be.instanceOf(Error)
      .with.property('message', 'the response is not the change stream');
  });

  it('again after a pause if the service stops or fails, or ends a stream at once', async () => {
    const items = follow([
      stubStream([opened('p1'), endFrame('service-unavailable')]),
      stubStream([opened('p2'), endFrame('internal-error')]),
      stubStream([opened('p3'), endFrame('stream-timeout')]),
      stubStream(opened('p4')),
    ]);
    await take(items, 4);
    const codes = ['service-unavailable', 'internal-error', 'stream-timeout'];
    expect(causes).to.deep.equal(codes.map((code) => `the service ended the stream: ${code}`));
    await finish(items);
  });

  it('again at once if the service has ended a stream regularly', async () => {
    const first = stubStream(opened('p1'));
    const items = follow([first, stubStream(opened('p2'))]);
    const clock = mock.method(performance, 'now', () => 1000);
    await take(items, 1);
    clock.mock.mockImplementation(() => 1500);
    first.send(endFrame('stream-timeout'));
    expect(await take(items, 1)).to.deep.equal(['position p2']);
    clock.mock.restore();
    expect(waits).to.deep.equal([]);
    expect(first.isCancelled()).to.equal(true);
    await finish(items);
  });

  it('with a new token once the old one is refused', async () => {
    let current = 'old';
    const token = async (refused?: string): Promise<string> => (refused === current ? (current = 'new') : current);
    const items = follow(
      [
        stubStream([opened(), endFrame('invalid-token')]),
        refusal(401, 'invalid-token'),
        stubStream(frame('position', 'p1')),
      ],
      {},
      { token },
    );
    expect(await take(items, 2)).to.deep.equal(['position p0', 'position p1']);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).to.deep.equal(
      ['old', 'old', 'new'].map((each) => `Bearer ${each}`),
    );
    await finish(items);
  });

  it('only if there is a token to send', async () => {
    const failed = new Error('the issuer is away');
    const items = follow([], {}, { token: () => Promise.reject(failed) });
    expect(await failure(items.next())).to.equal(failed);
    const wrong = await failure(follow([], {}, { token: 'two words' }).next());
    expect(wrong).to.be.instanceOf(TypeError).with.property('message').that.includes('the token is empty');
    expect([sent, waits]).to.deep.equal([[], []]);
  });

  it('again if its connection is dead, and therefore silent', async () => {
    const [alive, dead] = [stubStream(opened('p1')), stubStream('')];
    const items = follow([alive, dead, stubStream(frame('position', 'p2'))]);
    await take(items, 1);
    const next = take(items, 1);
    for (let quarter = 0; quarter < 4; quarter += 1) {
      await turn();
      mock.timers.tick(44_999);
      alive.send(':\n\n');
    }
    await turn();
    expect(sent).to.have.lengthOf(1);
    mock.timers.tick(45_000);
    while (sent.length < 2) await turn();
    await turn();
    // The second response has headers, but no frames.
    mock.timers.tick(45_000);
    expect(await next).to.deep.equal(['position p2']);
    expect(causes).to.deep.equal(['silence for 45 s', 'silence for 45 s']);
    expect([alive.isCancelled(), dead.isCancelled()]).to.deep.equal([true, true]);
    await finish(items);
  });

  it('again if the service accepts a request and never responds', async () => {
    const replies = [new Promise<Response>(() => undefined), stubStream(opened()).response()];
    const fetch = async (request: Request): Promise<Response> => replies[sent.push(request) - 1] ?? Response.error();
    const items = follow([], {}, { fetch });
    const next = take(items, 1);
    while (sent.length < 1) await turn();
    mock.timers.tick(45_000);
    expect(await next).to.deep.equal(['position p0']);
    expect(sent[0]?.signal.aborted).to.equal(true);
    await finish(items);
  });

  it('until its loop is left, which closes the connection', async () => {
    const stream = stubStream([opened(), changeFrame('1')]);
    for await (const { changeId } of follow([stream])) if (changeId === 'c1') break;
    expect(stream.isCancelled()).to.equal(true);
    expect(sent[0]?.signal.aborted).to.equal(true);
  });

  it('until its signal is aborted, with the reason, in the loop, between two items, and in a pause', async () => {
    for (const replies of [[stubStream(opened())], [stubStream([opened(), changeFrame('1')])], [unreachable]]) {
      const stop = new AbortController();
      const settings = {
        signal: stop.signal,
        onInterrupted: () => setImmediate(() => stop.abort(new Error('enough'))),
      };
      const items = follow(replies, settings);
      if (replies[0] !== unreachable) await take(items, 1);
      const next = failure(items.next().then(() => items.next()));
      await turn();
      stop.abort(new Error('enough'));
      expect(await next).to.include({ message: 'enough' });
    }
    expect(await failure(follow([], { signal: AbortSignal.abort(new Error('before')) }).next())).to.include({
      message: 'before',
    });
    expect(sent).to.have.lengthOf(3);
  });

  it('until its callback throws', async () => {
    const onInterrupted = (): never => {
      throw new Error('this takes too long');
    };
    expect(await failure(follow([unreachable], { onInterrupted }).next())).to.include({
      message: 'this takes too long',
    });
  });

  it('for one type, which the service filters', async () => {
    const items = follow([stubStream(opened())], { types: ['person'] });
    await take(items, 1);
    expect(new URL(sent[0]?.url ?? '').searchParams.get('filter[type]')).to.equal('person');
    await finish(items);
  });

  it('for several types, and yields its position now and then', async () => {
    const others = Array.from({ length: 999 }, (_, index) => changeFrame(`${index + 1}`, undefined, { type: 'book' }));
    const stream = stubStream([
      opened(),
      changeFrame('0'),
      refetchFrame('r', 'pr', 'book'),
      ...others,
      frame('weather', 'p1000'),
    ]);
    const items = follow([stream], { types: ['computer', 'person'] });
    const clock = mock.method(performance, 'now', () => 1000);
    expect(await take(items, 3)).to.deep.equal(['position p0', 'c0 p0', 'position p999']);
    clock.mock.mockImplementation(() => 31_000);
    stream.send(':\n\n');
    expect(await take(items, 1)).to.deep.equal(['position p1000']);
    clock.mock.restore();
    expect(new URL(sent[0]?.url ?? '').searchParams.has('filter[type]')).to.equal(false);
    await finish(items);
  });

  it('and sends the Consistency-Token of a change with later reads', async () => {
    const stream = stubStream([opened(), changeFrame('1', 'p1', { meta: { consistency: '0b' } })]);
    const replies = [stream.response(), Response.json({ data: [] }), Response.json({ data: [] })];
    const fetch = async (request: Request): Promise<Response> => replies[sent.push(request) - 1] ?? Response.error();
    const api = createClient({ baseUrl: 'http://localhost', fetch });
    for await (const { changeId } of api.changes()) if (changeId === 'c1') break;
    await api.get('/computers');
    expect(sent.map(({ headers }) => headers.get('Consistency-Token'))).to.deep.equal([null, '0b']);
  });

  it('and skips unknown events', async () => {
    const items = follow([stubStream([opened(), frame('weather', 'p1', { sky: 'blue' }), changeFrame('2')])]);
    expect(await take(items, 2)).to.deep.equal(['position p0', 'c2 p2']);
    await finish(items);
  });
});
