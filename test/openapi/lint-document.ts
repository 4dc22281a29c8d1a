import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIObject } from 'openapi3-ts/oas31';

/** Of several rulesets in one run only the last one counts. */
const RULESETS = ['recommended-strict', 'spec'] as const;
type Ruleset = (typeof RULESETS)[number];

/**
 * Lints a document with Redocly CLI.
 * @returns its report on each ruleset that the document breaks, if only by a warning
 */
export function lintDocument(document: OpenAPIObject, rulesets: readonly Ruleset[] = RULESETS): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document, null, 2));
    return rulesets.flatMap((rules) => {
      const { status, stdout, stderr, error } = spawnSync('redocly', ['lint', file, '--extends', rules], {
        encoding: 'utf8',
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      });
      if (error !== undefined) throw error;
      return status === 0 ? [] : [`${rules}:\n${stdout}${stderr}`];
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
