import { IdSet } from './id-set.ts';

/**
 * A compact list of distinct identifiers in the order of insertion. Each is stored as the difference from the previous
 * one, as a variable-length integer: one byte for neighbours, two to four for others in a table of millions.
 */
export class IdList {
  readonly #known = new IdSet();
  readonly #blocks: Block[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param id a canonical decimal integer from 1 to 2^63-1; ignored if it is in the list already */
  add(id: string): void {
    if (!this.#known.add(id)) return;
    this.#size += 1;
    let block = this.#blocks.at(-1);
    if (block === undefined || block.length > BLOCK_BYTES - MOST_BYTES) {
      block = { bytes: new DataView(new ArrayBuffer(BLOCK_BYTES)), length: 0, last: 0 };
      this.#blocks.push(block);
    }
    if (id.length > EXACT_DIGITS) writeLarge(block, BigInt(id));
    else writeNear(block, Number(id));
  }

  /** The identifiers, in slices of at most `size`. */
  *slices(size: number): Generator<readonly string[], void, undefined> {
    let slice: string[] = [];
    for (const block of this.#blocks)
      for (const id of read(block)) {
        slice.push(id);
        if (slice.length < size) continue;
        yield slice;
        slice = [];
      }
    if (slice.length > 0) yield slice;
  }
}

interface Block {
  readonly bytes: DataView;
  /** Bytes in use. */
  length: number;
  /** The base of the next difference: the last identifier that was not too large for one. */
  last: number;
}

const BLOCK_BYTES = 16_384;
/** Bytes of one identifier. */
const MOST_BYTES = 9;
/** Numbers with up to this many digits, and twice their differences, are exact. */
const EXACT_DIGITS = 15;
/** Precedes the eight bytes of an identifier that is too large for a difference. No difference is encoded as 0. */
const LARGE = 0;

function writeLarge(block: Block, id: bigint): void {
  block.bytes.setUint8(block.length, LARGE);
  block.bytes.setBigUint64(block.length + 1, id);
  block.length += 9;
}

/** Zigzag and LEB128: even codes are positive differences, odd ones negative; seven bits per byte, lowest first. */
function writeNear(block: Block, id: number): void {
  const difference = id - block.last;
  let rest = difference > 0 ? 2 * difference : 1 - 2 * difference;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) {
    block.bytes.setUint8(block.length, (rest % 0x80) + 0x80);
    block.length += 1;
  }
  block.bytes.setUint8(block.length, rest);
  block.length += 1;
  block.last = id;
}

function* read({ bytes, length }: Block): Generator<string, void, undefined> {
  let last = 0;
  for (let at = 0; at < length;) {
    let byte = bytes.getUint8(at);
    if (byte === LARGE) {
      yield String(bytes.getBigUint64(at + 1));
      at += 9;
      continue;
    }
    let code = byte % 0x80;
    for (let weight = 0x80; byte >= 0x80; weight *= 0x80) {
      at += 1;
      byte = bytes.getUint8(at);
      code += (byte % 0x80) * weight;
    }
    at += 1;
    last += code % 2 === 0 ? code / 2 : (1 - code) / 2;
    yield String(last);
  }
}
