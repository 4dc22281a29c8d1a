import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandIo } from '../terminal/command-io.ts';
import { enterUserFolder, unwritable } from '../terminal/files.ts';
import { defineCommand } from './command.ts';
import { readEnvironment } from './settings.ts';

const STANDARD_OUTPUT = '-';

export const openapi = defineCommand({
  name: 'openapi',
  summary: 'Print the OpenAPI document of this configuration, without a running service',
  operands: [{ name: 'FILE', required: false }],
  options: {},
  notes: ['With FILE, it is written there. A running service serves the same document at /openapi.json.'],
  run: async ({ operands: [file = STANDARD_OUTPUT] }, io) => {
    const config = await readEnvironment(io.process.env);
    const { describeApi } = await import('#composition/describe-api');
    const text = `${JSON.stringify(describeApi(config), null, 2)}\n`;
    if (file === STANDARD_OUTPUT) await io.print(text);
    else await write(io, file, text);
    return 0;
  },
});

async function write(io: CommandIo, file: string, text: string): Promise<void> {
  enterUserFolder(io.process.env);
  await writeFile(file, text).catch((error: unknown) => {
    throw unwritable(error, file);
  });
  io.tell(`wrote the document to ${resolve(file)}`);
}
