import { rmSync } from 'node:fs';
import { newDataFolder } from './data-folder.ts';
import { startTestService, type TestService } from './test-service.ts';

/** Starts a service on an embedded database of its own, which is removed when it stops. */
export async function startEmbedded(): Promise<TestService> {
  const folder = await newDataFolder();
  const service = await startTestService({ DATA_DIR: folder });
  return {
    ...service,
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
