import { join } from 'node:path';
import ts from 'typescript';
import { CLIENT_FOLDER } from './built-client.ts';

/**
 * Compiles each snippet as a module of its own, with the client's settings.
 * @returns the compiler's messages for each
 */
export function compileSnippets(snippets: readonly string[]): readonly (readonly string[])[] {
  const config = ts.readConfigFile(join(CLIENT_FOLDER, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, CLIENT_FOLDER);
  const files = new Map(snippets.map((text, index) => [join(CLIENT_FOLDER, `src/snippet-${index}.ts`), text]));
  const readFile = (path: string): string | undefined => files.get(path) ?? ts.sys.readFile(path);
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile,
    getSourceFile: (path, version) => {
      const text = readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  );
}
