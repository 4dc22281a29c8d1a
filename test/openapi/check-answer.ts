// Compares an answer with what its operation describes.
import type { DescribedAnswer, DescribedContent, JsonObject, Schema } from './described-api.ts';
import { isModern } from '../support/modern-documents.ts';
import { asksForModern, modernFaults, plainOf } from './modern-documents.ts';
import type { DrawnRequest } from './requests.ts';
import type { Check } from './schema-checks.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Everything about an answer that the description does not say. */
export function violationsOf(
  request: DrawnRequest,
  answer: Answer,
  checkOf: (schema: Schema) => Check,
): readonly string[] {
  const { operation, fault } = request;
  const { status } = answer;
  const described = operation.answers.get(status);
  if (described === undefined) return [`the status ${status} is not described`];
  const isExpected = status < 400 || [404, 409, 412].includes(status) || isContradiction(answer);
  return [
    ...(fault === undefined && !isExpected ? [`the status is ${status}, although the request is as described`] : []),
    ...headerViolations(described, answer, checkOf),
    ...(operation.method === 'HEAD'
      ? bodyOfHead(answer)
      : [
          ...contentViolations(described, answer, checkOf),
          ...profileViolations(answer),
          ...versionViolations(request, answer),
        ]),
  ];
}

/** No schema can require that both sides of a relationship of a type to itself agree. */
function isContradiction({ status, text }: Answer): boolean {
  if (status !== 422) return false;
  const { errors } = JSON.parse(text) as {
    readonly errors: readonly { readonly code: string; readonly detail: string }[];
  };
  return errors.every(({ code, detail }) => code === 'invalid-relationship' && detail.includes(' contradicts '));
}

function headerViolations(
  { headers }: DescribedAnswer,
  answer: Answer,
  checkOf: (schema: Schema) => Check,
): readonly string[] {
  return headers.flatMap(({ name, required, schema }) => {
    const text = answer.headers.get(name);
    if (text === null) return required ? [`there is no ${name}`] : [];
    const value = schema['type'] === 'integer' ? Number(text) : text;
    const fault = checkOf(schema)(value);
    return fault === undefined ? [] : [`${name} is "${text}": ${fault}`];
  });
}

/** JSON:API 1.1: a document must name the profiles of its media type. */
function profileViolations({ headers, text }: Answer): readonly string[] {
  const type = headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/vnd.api+json') || text === '') return [];
  const [, applied = ''] = /profile="([^"]*)"/.exec(type) ?? [];
  const { jsonapi } = JSON.parse(text) as { readonly jsonapi?: { readonly profile?: readonly string[] } };
  const named = jsonapi?.profile?.join(' ') ?? '';
  return named === applied ? [] : [`the document names the profiles "${named}", its media type "${applied}"`];
}

/** A request that names an extension or a profile gets JSON:API 1.1; any other gets 1.0. */
function versionViolations({ headers: sent }: DrawnRequest, { status, headers, text }: Answer): readonly string[] {
  const type = headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/vnd.api+json') || text === '') return [];
  const document = JSON.parse(text) as JsonObject;
  if (isModern(document) !== (asksForModern(sent) && status !== 406))
    return ['the document is not in the version that was asked for'];
  return isModern(document) ? modernFaults(document, type) : [];
}

function bodyOfHead({ text }: Answer): readonly string[] {
  return text === '' ? [] : ['HEAD has a body'];
}

function contentViolations(
  { content }: DescribedAnswer,
  answer: Answer,
  checkOf: (schema: Schema) => Check,
): readonly string[] {
  if (content.size === 0) return answer.text === '' ? [] : ['there is a body, but none is described'];
  const sent = answer.headers.get('Content-Type') ?? '';
  const [bare = ''] = sent.split(';');
  const type = content.has(sent) ? sent : bare;
  const described = content.get(type);
  if (described === undefined) return [`the media type ${type} is not described`];
  return bodyViolations(described, type, answer.text, checkOf);
}

function bodyViolations(
  { schema, modernSchema, lineSchema }: DescribedContent,
  type: string,
  text: string,
  checkOf: (schema: Schema) => Check,
): readonly string[] {
  const body = /json(?:;|$)/.test(type) && lineSchema === undefined ? (JSON.parse(text) as JsonObject) : text;
  const isDescribedIn10 = type === 'application/vnd.api+json' && typeof body !== 'string' && isModern(body);
  const fault =
    isDescribedIn10 && modernSchema === undefined
      ? checkOf(schema)(plainOf(body))
      : checkOf((isDescribedIn10 ? modernSchema : undefined) ?? schema)(body);
  const lines = lineSchema === undefined ? [] : text.split('\n').slice(0, -1);
  const lineFaults = lines.map((line) => checkOf(lineSchema ?? {})(JSON.parse(line)));
  return [fault, ...lineFaults].filter((each) => each !== undefined);
}
