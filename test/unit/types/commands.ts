import { defineCommand, textOf } from '../../../src/cli/commands/command.ts';

export const example = defineCommand({
  name: 'example',
  summary: '',
  operands: [],
  options: { sort: { meaning: '' } },
  notes: [],
  run: (given) => {
    textOf(given, 'sort');
    // @ts-expect-error A command can read only its own options.
    textOf(given, 'srot');
    return Promise.resolve(0);
  },
});
