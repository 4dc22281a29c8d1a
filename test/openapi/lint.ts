// npm run check:openapi: Redocly's rules on the document of the default configuration, without a warning.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentOf } from './default-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
try {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(documentOf(), null, 2));
  const { status } = spawnSync('redocly', ['lint', file, '--extends', 'recommended-strict'], {
    stdio: 'inherit',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
