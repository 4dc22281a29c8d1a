// Random cursor pages of a query: from an end of the list, or next to a position, mostly near the rows of the world.
import fc from 'fast-check';
import type { CursorPage, Query } from '#application/model/query';
import { kindOf, type Value } from '#domain/kinds';
import { endOf } from '#domain/schema';
import { kindOfSource, operandOf, type Draw, type Source } from './operands.ts';
import { unstorableText } from './texts.ts';
import type { World } from './world.ts';

export type DrawCursorPage = (query: Pick<Query, 'type' | 'sort'>, world: World) => CursorPage;

/** As many as sort keys at most. */
const KEYS = 4;

export function cursorPages(): fc.Arbitrary<DrawCursorPage | undefined> {
  const page = fc
    .record({
      size: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.constantFrom(1000, 2 ** 53 - 1)),
      direction: fc.constantFrom('after' as const, 'before' as const),
      position: fc.option(fc.record({ keys: fc.array(value, { minLength: KEYS, maxLength: KEYS }), id: value }), {
        nil: undefined,
        freq: 4,
      }),
    })
    .map(({ size, direction, position }): DrawCursorPage => ({ type, sort }, world) => {
      const valueOf = (source: Source, draw: DrawValue | undefined): Value | null => draw?.(source)(world) ?? null;
      return {
        kind: 'cursor',
        size,
        direction,
        position: position && {
          keys: sort.map(({ path, attribute }, index) =>
            valueOf({ type: endOf(path, type), attribute }, position.keys[index]),
          ),
          id: String(valueOf({ type, attribute: 'id' }, position.id) ?? '0'),
        },
      };
    });
  return fc.option(page, { nil: undefined, freq: 2 });
}

/** A value for an attribute, which is known only when the query is drawn. */
type DrawValue = (source: Source) => Draw<Value | null>;

const value: fc.Arbitrary<DrawValue> = fc
  .record({ seed: fc.integer(), unstorable: unstorableText, what: fc.nat(9) })
  .map(({ seed, unstorable, what }): DrawValue => (source) => (world) => {
    const isIdentifier = source.attribute === 'id';
    if (what === 0 && !isIdentifier) return null;
    if (what === 1 && kindOf(kindOfSource(source)).isText) return unstorable;
    return fc.sample(operandOf(source), { seed, numRuns: 1 })[0]?.(world) ?? null;
  });
