import openapiTS, { astToString } from 'openapi-typescript';
import { startTestService } from '../support/test-service.ts';

const HEAD = `// Written by \`npm run build:client\` from the service's OpenAPI document. Do not edit.\n`;

/** The TypeScript types of the service's OpenAPI document, in its default configuration. */
export async function generateSchema(): Promise<string> {
  const service = await startTestService({ DATABASE_URL: 'memory:' });
  try {
    const document = await (await fetch(`${service.url}/openapi.json`)).text();
    return HEAD + astToString(await openapiTS(JSON.parse(document, forClients)));
  } finally {
    await service.stop();
  }
}

/**
 * Prepares each object of the document: a parameter sent as JSON, which openapi-typescript takes for text, gets the schema of its content;
 * HEAD, which has no document to type, is left out.
 */
function forClients(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'head' && 'responses' in value) return undefined;
  return isJsonParameter(value)
    ? { ...value, schema: value.content['application/json'].schema, content: undefined }
    : value;
}

interface JsonParameter {
  readonly in: 'query';
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

function isJsonParameter(value: object): value is JsonParameter {
  return 'in' in value && value.in === 'query' && 'content' in value;
}
