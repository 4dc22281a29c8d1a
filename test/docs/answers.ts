import type { ApiRequest } from './api-request.ts';
import { ApiClient } from '../support/api-client.ts';
import { framesIn, readBeginning } from '../support/beginning-of-stream.ts';
import { fetchFile } from '../support/fetch-file.ts';
import { startTestService } from '../support/test-service.ts';
import { findExamples, isKept, keepings, type Example, type Kept } from './examples.ts';
import { outcomeOf } from './outcome.ts';
import { createSample, readSample, type SampleResource } from './sample.ts';
import { shortened } from './shortened.ts';
import { summarize } from './summary.ts';

/**
 * Runs the examples of a document in order, on a service that holds only the sample data of the document.
 * @returns the answers as the document should show them, except for line breaks
 */
export async function answerExamples(markdown: string): Promise<readonly string[]> {
  const service = await startTestService({ DATABASE_URL: 'memory:' });
  try {
    const client = new ApiClient(() => service.url);
    const sample = readSample(markdown);
    await createSample(client, sample);
    const answers: string[] = [];
    const kept = new Map<Kept, string>();
    for (const example of findExamples(markdown)) {
      const request = withKept(example.request, kept);
      const { kind } = example.answer;
      if (isKept(kind)) {
        kept.set(kind, await keep[kind](client, request));
        answers.push('');
      } else answers.push(await answer(client, { ...example, request }, sample));
    }
    return answers;
  } finally {
    await service.stop();
  }
}

const keep: Readonly<Record<Kept, (client: ApiClient, request: ApiRequest) => Promise<string>>> = {
  tag: async (client, { path }) => {
    const { headers } = await client.get(path);
    if (headers.etag === undefined) throw new Error(`${path} has no ETag`);
    return headers.etag;
  },
  position: async (client, { path }) => {
    const { text, document } = await client.get(path);
    if (typeof document.meta?.position !== 'string') throw new Error(`${path} has no position: ${text}`);
    return document.meta.position;
  },
};

function withKept({ path, headers, ...request }: ApiRequest, kept: ReadonlyMap<Kept, string>): ApiRequest {
  const filled = (text: string): string =>
    [...kept].reduce((filling, [kind, value]) => filling.replaceAll(keepings[kind].placeholder, value), text);
  const values = Object.entries(headers).map(([name, value]) => [name, filled(value)]);
  return { ...request, path: filled(path), headers: Object.fromEntries(values) };
}

/** The lines of a file, with the line breaks of the documentation. */
async function fileAt(client: ApiClient, path: string): Promise<string> {
  const { status, text } = await fetchFile(client, path);
  if (status !== 200) throw new Error(`${path} gets ${text}; show it in a json block`);
  return text.replaceAll('\r\n', '\n').trimEnd();
}

/** The first events of a stream, as many as another text has. */
async function eventsAt({ url }: ApiClient, { path, headers }: ApiRequest, like: string): Promise<string> {
  const response = await fetch(`${url}${path}`, { headers });
  const text = await readBeginning(response, framesIn(`${like}\n\n`));
  if (response.status !== 200) throw new Error(`${path} gets ${text}; show it in a json block`);
  return shortened(text).trimEnd();
}

async function answer(
  client: ApiClient,
  { request, line, answer: expected }: Example,
  sample: readonly SampleResource[],
): Promise<string> {
  const { method, path, headers, body } = request;
  if (expected.kind === 'file') return fileAt(client, path);
  if (expected.kind === 'events') return eventsAt(client, request, expected.text);
  const { status, text, document } = await client.send(method, path, { headers, body });
  if (expected.kind === 'document') return path.startsWith('/changes') ? shortened(text) : text;
  if (expected.kind === 'outcome') return outcomeOf(status, text);
  if (status !== 200) throw new Error(`the example in line ${line} gets ${text}; show it in a json block`);
  return summarize(document, sample);
}
