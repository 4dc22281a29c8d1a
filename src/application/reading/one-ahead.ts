/**
 * The same items, of which the next one is asked for while one is being used: what takes time on both sides takes it at once. The source
 * is ended when the caller takes no more.
 */
export async function* oneAhead<Item>(source: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  const items = source[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; item.done !== true; item = await next) {
      next = items.next();
      // It is asked for in its turn; until then it is no unhandled rejection.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    await next.catch(() => undefined);
    await items.return?.();
  }
}
