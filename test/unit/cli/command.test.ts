import { expect } from 'chai';
import { choiceOf, integerOf, isGiven, readGiven, textOf, UsageError, type Command } from '../../../src/cli/command.ts';

const command: Command = {
  name: 'example',
  summary: 'An example',
  operands: [
    { name: 'FILE', required: true },
    { name: 'OTHER', required: false },
  ],
  options: { sort: { value: 'FIELDS', meaning: 'order' }, force: { value: undefined, meaning: 'even so' } },
  notes: [],
  run: () => Promise.resolve(0),
};

const given = (...words: readonly string[]) => readGiven(command, words);

describe('The words of a command', () => {
  it('are operands and options, in any order', () => {
    const read = given('--force', 'a', '--sort', 'id', 'b');
    expect(read.operands).to.deep.equal(['a', 'b']);
    expect([isGiven(read, 'force'), textOf(read, 'sort')]).to.deep.equal([true, 'id']);
    expect([isGiven(given('a'), 'force'), textOf(given('a'), 'sort')]).to.deep.equal([false, undefined]);
  });

  it('may be a dash, and values may begin with one', () => {
    expect(given('-', '--sort', '-id').operands).to.deep.equal(['-']);
    expect(textOf(given('-', '--sort', '-id'), 'sort')).to.equal('-id');
    expect(textOf(given('-', '--sort=-id'), 'sort')).to.equal('-id');
    expect(given('--', '--sort').operands).to.deep.equal(['--sort']);
  });

  const wrong: readonly (readonly [words: readonly string[], message: string])[] = [
    [[], 'FILE is missing'],
    [['a', 'b', 'c'], 'unexpected argument "c"'],
    [['a', '--sort'], "option '--sort <value>' argument missing"],
    [['a', '--sort', '--force'], "option '--sort' argument is ambiguous"],
    [['a', '--force=yes'], "option '--force' does not take an argument"],
    [['a', '--other'], "unknown option '--other'"],
    [['a', '-x'], "unknown option '-x'"],
  ];
  for (const [words, message] of wrong)
    it(`are refused: ${words.join(' ') || 'none'}`, () => {
      expect(() => given(...words))
        .to.throw(UsageError)
        .with.property('message', message);
    });

  it('need no operand to ask for help', () => {
    expect(isGiven(given('--help'), 'help')).to.equal(true);
    expect(isGiven(given('-h'), 'help')).to.equal(true);
  });

  for (const text of ['0', '11', '1.5', '-1', '1e1', 'x', ''])
    it(`have no whole number from 1 to 10 in "${text}"`, () => {
      expect(() => integerOf(given('a', `--sort=${text}`), 'sort', [1, 10])).to.throw(
        '--sort must be a whole number from 1 to 10',
      );
    });

  it('have numbers and choices', () => {
    expect(integerOf(given('a', '--sort', '10'), 'sort', [1, 10])).to.equal(10);
    expect(integerOf(given('a'), 'sort', [1, 10])).to.equal(undefined);
    expect(choiceOf(given('a', '--sort', 'x'), 'sort', ['x', 'y'])).to.equal('x');
    expect(choiceOf(given('a'), 'sort', ['x', 'y'])).to.equal(undefined);
    expect(() => choiceOf(given('a', '--sort', 'z'), 'sort', ['x', 'y'])).to.throw('--sort must be one of x, y');
  });
});
