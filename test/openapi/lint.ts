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
  // Of several rulesets in one run only the last one counts.
  for (const rules of ['recommended-strict', 'spec']) {
    const { status } = spawnSync('redocly', ['lint', file, '--extends', rules], {
      stdio: 'inherit',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    if (status !== 0) process.exitCode = status ?? 1;
  }
} finally {
  rmSync(folder, { recursive: true });
}
