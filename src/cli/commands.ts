import type { Command } from './command.ts';
import { doctor } from './commands/doctor.ts';
import { exportFile } from './commands/export.ts';
import { importFile } from './commands/import.ts';
import { migrate } from './commands/migrate.ts';
import { newEpoch } from './commands/new-epoch.ts';
import { openapi } from './commands/openapi.ts';
import { seed } from './commands/seed.ts';
import { serve } from './commands/serve.ts';

/** Every command, in the order of the usage. Each loads what it needs when it runs, so that a usage is shown at once. */
export const commands: readonly Command[] = [serve, migrate, newEpoch, doctor, seed, exportFile, importFile, openapi];
