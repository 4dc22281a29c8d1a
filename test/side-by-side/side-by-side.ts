// Runs commands side by side. The output of each is written when it has ended, so that they do not mix.
import { spawn } from 'node:child_process';

export interface Part {
  readonly name: string;
  readonly command: readonly [program: string, ...parameters: readonly string[]];
}

interface Outcome {
  readonly failed: boolean;
  /** How it ended, in a line. */
  readonly verdict: string;
  readonly output: string;
}

/**
 * Runs parts in their order, some at a time. In the end the output of failures is repeated, and then comes how each part has ended.
 * @param stop keeps it from starting more
 * @returns whether all have succeeded
 */
export async function runSideBySide(
  parts: readonly Part[],
  atATime: number,
  write: (text: string) => void,
  stop?: AbortSignal,
): Promise<boolean> {
  const waiting = [...parts];
  const outcomes: Outcome[] = [];
  const next = (): Part | undefined => (stop?.aborted === true ? undefined : waiting.shift());
  const work = async (): Promise<void> => {
    for (let part = next(); part !== undefined; part = next()) {
      const outcome = await run(part);
      outcomes.push(outcome);
      write(`${outcome.output}${outcome.verdict}\n`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const failed = outcomes.filter((outcome) => outcome.failed);
  for (const { verdict, output } of failed) write(`\n${verdict}:\n${output}`);
  const verdicts = [...outcomes.map(({ verdict }) => verdict), ...waiting.map(({ name }) => `- ${name} was not run`)];
  write(`\n${verdicts.join('\n')}\n`);
  return failed.length === 0 && waiting.length === 0;
}

function run({ name, command: [program, ...parameters] }: Part): Promise<Outcome> {
  const start = performance.now();
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const failed = code !== 0;
      const how = failed ? `✖ ${name} failed (${code ?? String(signal)})` : `✔ ${name} passed`;
      const verdict = `${how} after ${Math.round((performance.now() - start) / 1000)} s`;
      resolve({ failed, verdict, output: Buffer.concat(chunks).toString() });
    });
  });
}
