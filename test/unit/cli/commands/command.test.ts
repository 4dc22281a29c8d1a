import { expect } from 'chai';
import { CommanderError } from 'commander';
import {
  choiceOf,
  integerOf,
  textOf,
  type Command,
  type CommandArguments,
} from '../../../../src/cli/commands/command.ts';
import { programOf, sentenceOf } from '../../../../src/cli/program.ts';

const example: Command = {
  name: 'example',
  summary: 'An example',
  operands: [
    { name: 'FILE', required: true },
    { name: 'OTHER', required: false },
  ],
  options: { sort: { value: 'FIELDS', meaning: 'order' } },
  notes: ['A note.'],
  run: () => Promise.resolve(0),
};

/** The arguments for the command; rejects with the sentence that refuses the words, or with the usage if requested. */
async function given(...words: readonly string[]): Promise<CommandArguments<string>> {
  let read: CommandArguments<string> | undefined;
  let usage = '';
  const run = (_: Command, found: CommandArguments<string>): Promise<void> => Promise.resolve(void (read = found));
  const program = programOf([example], run, (text) => (usage += text), Infinity);
  await program.parseAsync(['example', ...words], { from: 'user' }).catch((error: unknown) => {
    const called = program.commands[0];
    if (!(error instanceof CommanderError) || called === undefined) throw error;
    throw new Error(usage === '' ? sentenceOf(error, called) : usage, { cause: error });
  });
  if (read === undefined) throw new Error('the command was not called');
  return read;
}

const refusalOf = (...words: readonly string[]): Promise<unknown> =>
  given(...words).then(
    () => expect.fail('the words were not refused'),
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe('The words of a command', () => {
  it('are operands and options, in any order', async () => {
    const read = await given('a', '--sort', 'id', 'b');
    expect(read.operands).to.deep.equal(['a', 'b']);
    expect([textOf(read, 'sort'), textOf(await given('a'), 'sort')]).to.deep.equal(['id', undefined]);
    expect(textOf(await given('a', '--sort', 'id', '--sort', 'name'), 'sort')).to.equal('name');
  });

  it('may be a dash, and values may begin with one', async () => {
    expect((await given('-', '--sort', '-id')).operands).to.deep.equal(['-']);
    expect(textOf(await given('-', '--sort', '-id'), 'sort')).to.equal('-id');
    expect(textOf(await given('-', '--sort=-id'), 'sort')).to.equal('-id');
    expect((await given('--', '--sort')).operands).to.deep.equal(['--sort']);
  });

  const wrong: readonly (readonly [words: readonly string[], message: string])[] = [
    [[], 'FILE is missing'],
    [['a', 'b', 'c'], 'unexpected argument "c"'],
    [['a', '--sort'], "option '--sort <FIELDS>' argument missing"],
    [['a', '--sort', '--force'], "option '--sort <FIELDS>' argument missing"],
    [['a', '--other'], "unknown option '--other'"],
    [['a', '--srot', 'id'], "unknown option '--srot'; did you mean --sort?"],
    [['a', '-x'], "unknown option '-x'"],
  ];
  for (const [words, message] of wrong)
    it(`are refused: ${words.join(' ') || 'none'}`, async () => {
      expect(await refusalOf(...words)).to.equal(message);
    });

  it('need no operand to ask for help', async () => {
    for (const word of ['--help', '-h'])
      expect(await refusalOf(word)).to.match(
        /^Usage: npm run cli -- example FILE \[OTHER\] \[options\]\n[^]*\nA note\.\n$/,
      );
  });

  for (const text of ['0', '11', '1.5', '-1', '1e1', 'x', ''])
    it(`have no whole number from 1 to 10 in "${text}"`, async () => {
      const read = await given('a', `--sort=${text}`);
      expect(() => integerOf(read, 'sort', [1, 10])).to.throw('--sort must be a whole number from 1 to 10');
    });

  it('have numbers and choices', async () => {
    const none = await given('a');
    const chosen = (text: string): Promise<CommandArguments<string>> => given('a', '--sort', text);
    expect(integerOf(await chosen('10'), 'sort', [1, 10])).to.equal(10);
    expect(integerOf(none, 'sort', [1, 10])).to.equal(undefined);
    expect(choiceOf(await chosen('x'), 'sort', ['x', 'y'])).to.equal('x');
    expect(choiceOf(none, 'sort', ['x', 'y'])).to.equal(undefined);
    const other = await chosen('z');
    expect(() => choiceOf(other, 'sort', ['x', 'y'])).to.throw('--sort must be one of x, y');
  });
});
