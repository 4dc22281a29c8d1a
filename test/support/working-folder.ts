// A folder in which the tests of a suite run commands.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { temporaryFolder } from './service-process.ts';

export interface WorkingFolder {
  readonly path: string;
  /** Each line gets its line break. */
  readonly write: (name: string, ...lines: readonly string[]) => void;
  readonly read: (name: string) => string;
  /** @returns its argument, which is closed after the test, the latest first */
  readonly closedAfterEach: <Opened extends { close(): Promise<void> }>(opened: Opened) => Opened;
}

/** Call it in `describe`: each test finds the folder empty. */
export function workingFolder(): WorkingFolder {
  const folder = temporaryFolder();
  const { path } = folder;
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close();
    for (const name of readdirSync(path)) rmSync(`${path}/${name}`);
  });
  after(() => folder.remove());
  return {
    path,
    write: (name, ...lines) => writeFileSync(`${path}/${name}`, `${lines.join('\n')}\n`),
    read: (name) => readFileSync(`${path}/${name}`, 'utf8'),
    closedAfterEach: (each) => {
      opened.push(each);
      return each;
    },
  };
}
