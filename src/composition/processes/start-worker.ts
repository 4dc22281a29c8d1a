// The service as one of several processes on the same port.
import { readPolicyText } from '../access/read-policy-file.ts';
import { sharedSecrets, type Config, type FileTexts } from '../config/config.ts';
import type { Environment } from '../config/parse-setting.ts';
import type { ProcessLog } from '../observing/log.ts';
import { startService, type RunningService } from '../service.ts';
import { SharedNewestWrite } from './shared-newest-write.ts';
import type { SupervisorLink } from './supervisor-link.ts';

/**
 * Starts the service, and tells the supervisor that it listens. The supervisor has the admin server.
 * @param environment the environment that the configuration was read from
 */
export async function startWorker(
  config: Config,
  environment: Environment,
  log: ProcessLog,
  { supervisor, texts, known, answerFor }: SupervisorLink,
): Promise<RunningService> {
  const newest = await supervisor.newest().catch(() => undefined);
  if (newest !== undefined) await known.raise(newest);
  const policy = config.policyFile && (texts.files?.['POLICY_FILE'] ?? readPolicyText(config.policyFile));
  const files: FileTexts = { ...sharedSecrets(environment), ...(policy !== undefined && { POLICY_FILE: policy }) };
  const started = await startService({ ...config, adminPort: undefined }, log, {
    newest: new SharedNewestWrite(known, (position) => supervisor.wrote(position)),
    joins: texts.joins,
    access: { policy, keys: texts.keys },
    onKeysRead: (text) => void supervisor.keysRead(text).catch(() => undefined),
  });
  answerFor({
    ...started,
    onFailure: (error) => log.error({ error }, 'a call from the supervisor failed'),
  });
  await supervisor.listening(started.url, files).catch(() => undefined);
  return {
    ...started,
    stop: async () => {
      await started.stop();
      await supervisor.metrics(await started.metrics()).catch(() => undefined);
    },
  };
}
