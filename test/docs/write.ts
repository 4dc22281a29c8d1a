// npm run docs: regenerates the answers and tables in the documentation.
import { writeFileSync } from 'node:fs';
import { answerExamples } from './answers.ts';
import { pathOf, readDocument, generatedDocuments } from './documents.ts';
import { rewrite } from './rewrite.ts';

for (const document of generatedDocuments) {
  const markdown = readDocument(document);
  writeFileSync(pathOf(document), await rewrite(document, markdown, await answerExamples(markdown)));
}
