import { expect } from 'chai';
import { writes } from '#application/writing/writes';
import * as named from '#product/use-cases';

describe('The use cases of persons and computers', () => {
  it('name each write that the schema allows exactly once', () => {
    const all = Object.values(writes).flatMap(({ toMany, toOne, ...own }) =>
      [own, ...Object.values(toMany), ...Object.values(toOne)].flatMap((each): readonly unknown[] =>
        Object.values(each),
      ),
    );
    expect(Object.values(named)).to.have.members(all);
  });
});
