// npm run check:openapi: Redocly's rules on the document of the default configuration, without a warning.
import { documentOf } from './default-document.ts';
import { lintDocument } from './lint-document.ts';

const reports = lintDocument(documentOf());
for (const report of reports) console.log(report);
process.exitCode = reports.length === 0 ? 0 : 1;
