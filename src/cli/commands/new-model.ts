import type { Environment } from '#composition/config/parse-setting';
import type { MadeModel } from '../model/make-model.ts';
import { enterUserFolder } from '../terminal/files.ts';
import { defineCommand, UsageError } from './command.ts';

export const newModel = defineCommand({
  name: 'new',
  summary: 'Create an API of your own in a new folder, and start it',
  operands: [{ name: 'FOLDER', required: true }],
  options: {},
  notes: [
    'Combines model new FOLDER and npm start in that folder. The API starts with one type; its README.md explains how to change it.',
  ],
  run: async ({ operands: [folder = ''] }, io) => {
    const { path, start } = await createModel(folder, io.process.env);
    io.tell(`created ${folder}, starting it; to start it again, run ${start} in it; to change it, read its README.md`);
    const { serveModelIn } = await import('../model/serve-model-in.ts');
    return (await serveModelIn(path, io)) ? 0 : 1;
  },
});

/**
 * Creates the folder of a model.
 * @throws UsageError if its name is not valid for a model; Error if it is not empty
 */
export async function createModel(folder: string, environment: Environment): Promise<MadeModel> {
  enterUserFolder(environment);
  const { canNameModel, makeModel } = await import('../model/make-model.ts');
  if (!canNameModel(folder))
    throw new UsageError(
      'the name of FOLDER must consist of lower-case letters, digits and hyphens, such as library; default is reserved',
    );
  return makeModel(folder);
}
