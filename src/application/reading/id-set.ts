/**
 * A compact set of identifiers, like a Roaring bitmap. A block covers 65,536 numbers, as a sorted list with two bytes
 * per member, or as a bitmap once that is smaller: dense identifiers take one bit each and sparse ones two bytes, plus
 * some 200 bytes for each block.
 */
export class IdSet {
  readonly #blocks = new Map<number, Block>();

  /**
   * @param id a canonical decimal integer from 0 to 2^63-1
   * @returns true if it is new
   */
  add(id: string): boolean {
    const { block, place } = split(id);
    const known = this.#blocks.get(block);
    if (known === undefined) {
      this.#blocks.set(block, { places: Uint16Array.of(place, 0, 0, 0), count: 1 });
      return true;
    }
    if (known instanceof Uint32Array) return addToMap(known, place);
    const at = positionOf(known, place);
    if (at < known.count && known.places[at] === place) return false;
    if (known.count === LONGEST_LIST) {
      const map = toMap(known);
      this.#blocks.set(block, map);
      return addToMap(map, place);
    }
    insert(known, at, place);
    return true;
  }

  has(id: string): boolean {
    const { block, place } = split(id);
    const known = this.#blocks.get(block);
    if (known === undefined) return false;
    if (known instanceof Uint32Array) return ((known[place >>> 5] ?? 0) & (1 << (place & 31))) !== 0;
    const at = positionOf(known, place);
    return at < known.count && known.places[at] === place;
  }
}

type Block = Uint32Array | List;

/** Ascending; the places from `count` on are free. */
interface List {
  places: Uint16Array;
  count: number;
}

const BLOCK_SIZE = 65_536;
/** A longer list would take as much memory as a bitmap. */
const LONGEST_LIST = BLOCK_SIZE / 16;
/** Numbers with up to this many digits are exact. */
const EXACT_DIGITS = 15;

function split(id: string): { readonly block: number; readonly place: number } {
  if (id.length <= EXACT_DIGITS) {
    const number = Number(id);
    return { block: Math.floor(number / BLOCK_SIZE), place: number % BLOCK_SIZE };
  }
  const number = BigInt(id);
  return { block: Number(number >> 16n), place: Number(number & 0xffffn) };
}

function addToMap(map: Uint32Array, place: number): boolean {
  const word = map[place >>> 5] ?? 0;
  const bit = 1 << (place & 31);
  map[place >>> 5] = word | bit;
  return (word & bit) === 0;
}

/** The index of a place in a list, or where to insert it. Most identifiers ascend, so the end is tested first. */
function positionOf({ places, count }: List, place: number): number {
  if ((places[count - 1] ?? 0) < place) return count;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

function insert(list: List, at: number, place: number): void {
  if (list.count === list.places.length) {
    const longer = new Uint16Array(2 * list.count);
    longer.set(list.places);
    list.places = longer;
  }
  list.places.copyWithin(at + 1, at, list.count);
  list.places[at] = place;
  list.count += 1;
}

function toMap({ places, count }: List): Uint32Array {
  const map = new Uint32Array(BLOCK_SIZE / 32);
  for (const place of places.subarray(0, count)) addToMap(map, place);
  return map;
}
