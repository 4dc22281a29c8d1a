import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResourceRecord } from '../../../application/model/query.ts';
import type { Part } from '../../../application/model/view.ts';
import { digestOf, entityTag, type Represented } from '../conditions/entity-tag.ts';
import type { Answer } from './handler.ts';

/** What an answer in pieces shows, and its text. */
interface StreamedView {
  readonly represented: Represented;
  readonly pieces: AsyncGenerator<string, void, undefined>;
}

/**
 * Answers a GET with one resource, or a relationship of it, that is read in parts.
 * @param mark of the epoch
 * @param parts of which the first has only the record
 * @param view of the record, and of all parts
 */
export async function streamTagged(
  mark: string,
  parts: AsyncIterable<Part>,
  view: (record: ResourceRecord, parts: AsyncIterable<Part>) => StreamedView,
): Promise<Answer> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  const record = first.done !== true && first.value.kind === 'records' ? first.value.records[0] : undefined;
  if (record === undefined) throw new Error('a resource in parts that does not begin with its record');
  const { represented, pieces } = view(record, resumed(first, source));
  if (!represented.showsOthers) {
    const tag = entityTag(represented, mark, () => '');
    return { status: 200, headers: { ETag: tag }, pieces: resumed(await pieces.next(), pieces) };
  }
  // The tag, which is sent first, holds a digest of the whole text.
  const texts: Buffer[] = [];
  for await (const piece of pieces) {
    texts.push(Buffer.from(piece));
    await nextTurn();
  }
  const tag = entityTag(represented, mark, () => digestOf(texts));
  return { status: 200, headers: { ETag: tag }, pieces: each(texts) };
}

async function* each(texts: readonly Buffer[]): AsyncGenerator<Buffer, void, undefined> {
  yield* texts;
}

/** The items of an iterator that has been asked for the first one. It can be ended before it is iterated, unlike a generator. */
function resumed<Item>(
  first: IteratorResult<Item, unknown>,
  source: AsyncIterator<Item, unknown>,
): AsyncIterable<Item> {
  let next: Promise<IteratorResult<Item, unknown>> | undefined = Promise.resolve(first);
  const iterator: AsyncIterator<Item, unknown> = {
    next: () => {
      const result = next ?? source.next();
      next = undefined;
      return result;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}
