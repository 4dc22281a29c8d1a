// Cursors: those that the service gives, made-up ones, and those of other lists and secrets.
import fc from 'fast-check';
import { resources } from '#test/support/model';
import { cursorCodec } from '#adapters/http/request/query/cursors';
import { requireParsed } from '#adapters/http/request/syntax/parsed';
import { parseSort } from '#adapters/http/request/query/sort';
import type { ListPosition } from '#application/model/query';
import { declaredAttribute, endOf, type ResourceType } from '#domain/schema';
import { hostileForms, hostileIds, hostileTexts, likelyIds } from './hostile-text.ts';
import { operandValues } from './values.ts';

/** The CURSOR_KEY of the services under test. */
export const CURSOR_KEY = 'a secret of the fuzz suite, known to all clients';

const own = cursorCodec(CURSOR_KEY, resources);
const foreign = cursorCodec(`${CURSOR_KEY}, but another one`, resources);

const oddValues = fc.oneof(hostileTexts, hostileForms, hostileIds);

/** Positions that a client may make up, whether their values have the form of the keys or not. */
function positions(type: ResourceType, sort: string): fc.Arbitrary<ListPosition> {
  const keys = keysOf(type, sort).map(({ path, attribute }) =>
    fc.oneof(
      { weight: 5, arbitrary: operandValues(declaredAttribute(endOf(path, type), attribute)) },
      { weight: 2, arbitrary: fc.constant(null) },
      { weight: 2, arbitrary: oddValues },
    ),
  );
  const ids = fc.oneof({ weight: 5, arbitrary: likelyIds }, { weight: 1, arbitrary: hostileIds });
  return fc.tuple(fc.tuple(...keys), ids).map(([values, id]) => ({ keys: values, id }));
}

function keysOf(type: ResourceType, sort: string) {
  return requireParsed(parseSort(sort === '' ? undefined : { name: 'sort', value: sort }, resources[type], 5));
}

/** Values of `page[after]` and `page[before]` for a list with this sort. */
export function cursorsFor(type: ResourceType, sort: string): fc.Arbitrary<string> {
  const scope = { type, sort: keysOf(type, sort) };
  const encoded = positions(type, sort).map((position) => own(scope).encode(position));
  return fc.oneof(
    { weight: 12, arbitrary: encoded },
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: positions(type, sort).map((position) => foreign(scope).encode(position)) },
    {
      weight: 1,
      arbitrary: positions(type, 'id').map((position) => own({ type, sort: keysOf(type, '-id') }).encode(position)),
    },
    { weight: 3, arbitrary: fc.tuple(encoded, fc.nat({ max: 999 }), fc.nat({ max: 255 })).map(mutate) },
    {
      weight: 1,
      arbitrary: fc.tuple(encoded, fc.nat({ max: 999 })).map(([text, place]) => text.slice(0, at(text, place))),
    },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_CURSORS) },
    { weight: 1, arbitrary: hostileTexts },
  );
}

const ODD_CURSORS = ['A', '=', '....', 'AQ', 'AQ==', 'A'.repeat(4096), 'A'.repeat(4097), '0', 'null', '-1', '%00'];

/** Flips bits of one byte, so that the rest still is what it was. */
function mutate([text, place, byte]: readonly [string, number, number]): string {
  const bytes = Buffer.from(text, 'base64url');
  const index = Math.floor((bytes.length * place) / 1000);
  bytes.writeUInt8((bytes[index] ?? 0) ^ byte, index);
  return bytes.toString('base64url');
}

function at(text: string, place: number): number {
  return Math.floor((text.length * place) / 1000);
}
