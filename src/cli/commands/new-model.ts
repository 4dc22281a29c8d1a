import type { Environment } from '#composition/config/parse-setting';
import type { MadeModel } from '../model/make-model.ts';
import { defineCommand, UsageError } from './command.ts';

export const newModel = defineCommand({
  name: 'new',
  summary: 'Create an API of your own in a new folder, and start it',
  operands: [{ name: 'FOLDER', required: true }],
  options: {},
  notes: [
    'Does what model new FOLDER does, then what npm start does in that folder. The API has one type to begin with: its README says how to change it.',
  ],
  run: async ({ operands: [folder = ''] }, io) => {
    const { path, start } = await createModel(folder, io.process.env);
    io.tell(`created ${folder}, and starting it; later, run ${start} in it, and read its README.md`);
    const { serveModelIn } = await import('../model/serve-model-in.ts');
    return (await serveModelIn(path, io)) ? 0 : 1;
  },
});

/**
 * Creates the folder of a model.
 * @throws UsageError if a model cannot be named after it; Error if it is not empty
 */
export async function createModel(folder: string, environment: Environment): Promise<MadeModel> {
  const { canNameModel, makeModel } = await import('../model/make-model.ts');
  if (!canNameModel(folder))
    throw new UsageError(
      'FOLDER must be named in lower-case letters, digits and hyphens, such as library, and not default',
    );
  return makeModel(folder, environment);
}
