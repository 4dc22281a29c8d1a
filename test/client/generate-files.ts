import openapiTS, { astToString } from 'openapi-typescript';
import { startTestService } from '../support/test-service.ts';
import { relatedTypes, type DescribedApi } from './related-types.ts';

const HEAD = `// Written by \`npm run build:client\` from the service's OpenAPI document. Do not edit.\n`;

/**
 * The files of a built client that describe the API of the service in its default configuration, by name. The sources import them from
 * `client/built`, so only those copies are committed.
 */
export async function generateFiles(): Promise<ReadonlyMap<string, string>> {
  const service = await startTestService({ DATABASE_URL: 'memory:' });
  try {
    const document = await (await fetch(`${service.url}/openapi.json`)).text();
    const types = relatedTypes(JSON.parse(document) as DescribedApi);
    return new Map([
      ['schema.d.ts', HEAD + astToString(await openapiTS(JSON.parse(document, forClients)))],
      ['resource-types.js', `${HEAD}export const resourceTypes = ${JSON.stringify(types, null, 2)};\n`],
      ['resource-types.d.ts', `${HEAD}${DECLARATION}`],
    ]);
  } finally {
    await service.stop();
  }
}

const DECLARATION = `export declare const resourceTypes: Readonly<
  Record<
    string,
    {
      readonly list: string;
      readonly toOne: Readonly<Record<string, string>>;
      readonly toMany: Readonly<Record<string, string>>;
    }
  >
>;
`;

/**
 * Prepares each object of the document: a parameter sent as JSON, which openapi-typescript takes for text, gets the schema of its content;
 * HEAD, which has no document to type, is left out, and so are examples of answers and of whole resources, which would make comments of fifty
 * lines.
 */
function forClients(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (name === 'head' && 'responses' in value) return undefined;
  if ('properties' in value && 'examples' in value) return { ...value, examples: undefined };
  if (/^2\d\d$/.test(name) && 'content' in value) return { ...value, content: withoutExamples(value.content) };
  return isJsonParameter(value)
    ? { ...value, schema: value.content['application/json'].schema, content: undefined }
    : value;
}

function withoutExamples(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content), (name, value: unknown) => (name === 'example' ? undefined : value));
}

interface JsonParameter {
  readonly in: 'query';
  readonly content: { readonly 'application/json': { readonly schema: object } };
}

function isJsonParameter(value: object): value is JsonParameter {
  return 'in' in value && value.in === 'query' && 'content' in value;
}
