import { suggestion } from '#adapters/http/api/error-wording';
import { defineCommand, isOn, UsageError } from './command.ts';
import { createModel } from './new-model.ts';

const ACTIONS = ['new', 'check'];

export const modelCommand = defineCommand({
  name: 'model',
  summary: 'Create a model of your own, or check one',
  operands: [
    { name: 'ACTION', required: true },
    { name: 'FOLDER', required: false },
  ],
  options: { tests: { meaning: 'with check: also run the contract suites; takes minutes and needs a clone' } },
  notes: [
    'new FOLDER creates a folder with one type, its migration and a README. The model is named after the folder.',
    'check checks the model that --resources or RESOURCES names. It needs no database.',
  ],
  run: async (given, io) => {
    const [action = '', folder] = given.operands;
    if (action === 'new') {
      if (folder === undefined) throw new UsageError('FOLDER is missing');
      if (isOn(given, 'tests')) throw new UsageError('--tests can only be used with check');
      const { start } = await createModel(folder, io.process.env);
      io.tell(`created ${folder}: run ${start} in it, and read its README.md`);
      return 0;
    }
    if (action !== 'check') throw new UsageError(`unknown action "${action}"${suggestion(action, ACTIONS)}`);
    if (folder !== undefined) throw new UsageError('name the folder with --resources FOLDER');
    const { RESOURCES: served = '' } = io.process.env;
    if (served === '') throw new UsageError('name the folder of the model: --resources FOLDER');
    const { checkModel } = await import('#composition/check-model');
    const { findings, problem } = await checkModel();
    for (const line of findings) io.tell(line);
    if (problem !== undefined) throw new Error(problem);
    const { compileModel } = await import('../model/compile-model.ts');
    io.tell(await compileModel(served));
    if (!isOn(given, 'tests')) return 0;
    const { testModel } = await import('../model/test-model.ts');
    return (await testModel()) ? 0 : 1;
  },
});
