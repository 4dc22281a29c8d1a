import { suggestion } from '#adapters/http/api/error-wording';
import { enterUserFolder } from '../terminal/files.ts';
import { readEnvironment } from './settings.ts';
import { defineCommand, textOf, UsageError } from './command.ts';

export const policy = defineCommand({
  name: 'policy',
  summary: 'Check a policy, and show what each role may do and which indexes are missing',
  operands: [
    { name: 'ACTION', required: true },
    { name: 'FILE', required: false },
  ],
  options: { as: { value: 'ROLE', meaning: 'show only this role' } },
  notes: [
    'The only action is check. FILE is POLICY_FILE by default. Every mistake is listed with its JSON Pointer.',
    'If there is a database, it also lists each "where" that no index serves.',
  ],
  run: async (given, io) => {
    const { env } = io.process;
    const [action = '', named] = given.operands;
    if (action !== 'check') throw new UsageError(`unknown action "${action}"${suggestion(action, ['check'])}`);
    const file = named ?? env['POLICY_FILE'] ?? '';
    if (file === '') throw new UsageError('FILE is missing, and POLICY_FILE is not set');
    const { checkPolicy, readPolicyText } = await import('#composition/access/read-policy-file');
    const folder = process.cwd();
    if (named !== undefined) enterUserFolder(env);
    const read = await checkPolicy(readPolicyText(file));
    // The path of the database is relative to the folder in which the service runs.
    process.chdir(folder);
    if ('problems' in read) {
      for (const { pointer, detail } of read.problems) io.tell(`${pointer === '' ? file : pointer}: ${detail}`);
      return 1;
    }
    const { changeablePresets, describePolicy } = await import('#composition/access/describe-policy');
    const role = textOf(given, 'as');
    const names = [...read.policy.roles.keys()];
    if (role !== undefined && !names.includes(role))
      throw new UsageError(`there is no role "${role}"${suggestion(role, names)}`);
    await io.print(`${describePolicy(read.policy, role).join('\n')}\n`);
    for (const line of changeablePresets(read.policy, role)) io.tell(line);
    const { examineConditions } = await import('#composition/maintenance/examine-conditions');
    for (const line of await examineConditions(() => readEnvironment(env), read.policy, role)) io.tell(line);
    return 0;
  },
});
