import { expect } from 'chai';
import fc from 'fast-check';
import { IdList } from '#application/reading/id-list';
import { IdSet } from '#application/reading/id-set';

const LARGEST = 2n ** 63n - 1n;

/** Dense, sparse, and near the largest exact number and the largest `bigint`. */
const id = fc
  .oneof(
    fc.bigInt({ min: 1n, max: 300n }),
    fc.bigInt({ min: 65_530n, max: 65_545n }),
    fc.bigInt({ min: 999_999_999_999_990n, max: 1_000_000_000_000_010n }),
    fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
    fc.bigInt({ min: LARGEST - 20n, max: LARGEST }),
    fc.bigInt({ min: 1n, max: LARGEST }),
  )
  .map(String);

const ids = fc.array(id, { maxLength: 400, size: 'max' });

describe('A set of identifiers', () => {
  it('contains what was added, and tells whether an identifier is new', () => {
    fc.assert(
      fc.property(ids, ids, (added, others) => {
        const [compact, plain] = [new IdSet(), new Set<string>()];
        for (const each of added) {
          expect(compact.add(each)).to.equal(!plain.has(each));
          plain.add(each);
        }
        for (const each of [...added, ...others]) expect(compact.has(each), each).to.equal(plain.has(each));
      }),
    );
  });

  it('stays correct when a block grows into a map, in any order', () => {
    const numbers = Array.from({ length: 30_000 }, (_, index) => (index * 7919) % 60_013);
    const compact = new IdSet();
    for (const number of numbers) expect(compact.add(String(number))).to.equal(true);
    for (const number of numbers) expect(compact.add(String(number))).to.equal(false);
    const known = new Set(numbers);
    for (let number = 0; number < 65_536; number += 1)
      if (compact.has(String(number)) !== known.has(number)) throw new Error(`wrong about ${number}`);
  });
});

describe('A list of identifiers', () => {
  it('returns each one once, in insertion order, in slices', () => {
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 50 }), (added, size) => {
        const list = new IdList();
        for (const each of added) list.add(each);
        const slices = [...list.slices(size)];
        expect(slices.flat()).to.deep.equal([...new Set(added)]);
        for (const slice of slices.slice(0, -1)) expect(slice).to.have.lengthOf(size);
        expect(slices.at(-1)?.length).not.to.equal(0);
      }),
    );
  });

  it('takes a few bytes per identifier', () => {
    const list = new IdList();
    const before = process.memoryUsage().arrayBuffers;
    for (let number = 1; number <= 400_000; number += 1) list.add(String(number));
    for (let number = 500_000; number > 400_000; number -= 1) list.add(String(number));
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(1_000_000);
    let [count, last] = [0, ''];
    for (const slice of list.slices(1000)) {
      count += slice.length;
      last = slice.at(-1) ?? '';
    }
    expect([count, last]).to.deep.equal([500_000, '400001']);
  });
});
