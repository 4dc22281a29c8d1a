// npm run docs: regenerates the answers and tables in the documentation, and the schema of policies.
import { writeFileSync } from 'node:fs';
import { answerExamples } from './answers.ts';
import { pathOf, readDocument, generatedDocuments } from './documents.ts';
import { policySchemaText, POLICY_SCHEMA } from './policy-schema.ts';
import { rewrite } from './rewrite.ts';

for (const document of generatedDocuments) {
  const markdown = readDocument(document);
  writeFileSync(pathOf(document), await rewrite(document, markdown, await answerExamples(markdown)));
}

writeFileSync(pathOf(POLICY_SCHEMA), await policySchemaText());
