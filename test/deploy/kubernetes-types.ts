// Finds misspelt fields. The API server drops them without a word, and so does `validate`; the types of the models know them all.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { parseAllDocuments } from 'yaml';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** It exists only in the compiler; in this folder, so that it finds the packages. */
const FILE = join(FOLDER, 'manifests.virtual.ts');

/** The fields of manifests that their types do not have, as the compiler reports them; values of a wrong type, too. */
export function misspeltFields(yaml: string): readonly string[] {
  const statements = parseAllDocuments(yaml).map((document, index) => {
    const manifest: unknown = document.toJS();
    const { apiVersion, kind } = manifest as { readonly apiVersion: string; readonly kind: string };
    const type = `import('kubernetes-models/${apiVersion}').I${kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
  });
  return check(statements.join('\n'));
}

function check(source: string): readonly string[] {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    types: [],
  };
  const files = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...files,
    fileExists: (name) => name === FILE || files.fileExists(name),
    getSourceFile: (name, ...rest) =>
      name === FILE ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2024) : files.getSourceFile(name, ...rest),
  };
  const program = ts.createProgram([FILE], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
