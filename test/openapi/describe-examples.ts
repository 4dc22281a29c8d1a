// Every example of the document, sent as it is to a service with the world that they are about.
import { expect } from 'chai';
import { anyResource, resources } from '#test/support/model';
import { wireNameOf } from '#adapters/http/api/resource-description';
import { lockOrder } from '#application/writing/lock-order';
import { operationKindOf, operationsOf, primaryOf, type Operation } from '#adapters/http/api/operations';
import { EVENT_STREAM, MEDIA_TYPE } from '#adapters/http/api/media-types';
import { errorCodesOf } from '#adapters/http/openapi/error-codes';
import { describeValues } from '#adapters/http/openapi/value-schemas';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { createdAt } from '#domain/resource';
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { framesIn, readBeginning } from '../support/beginning-of-stream.ts';
import { describedOperations, type DescribedOperation, type Json, type JsonObject } from './described-api.ts';
import { plainOf } from './modern-documents.ts';
import { withNeeded } from './needed-types.ts';
import { refusalOf } from './refused-requests.ts';
import { openSubject, type Subject } from './subject.ts';

/** @param types whose operations are tested, besides those of no type */
export function describeExamples(types: readonly ResourceType[] = resourceTypes): void {
  let subject: Subject;
  let described: ReadonlyMap<string, DescribedOperation>;
  const operations = operationsOf({ allowUnpaged: true }, resources);
  const { limits, isPublic } = apiConfig(readConfig({}));

  before(async () => {
    subject = await openSubject.memory();
    const document = (await (await fetch(`${subject.url()}/openapi.json`)).json()) as JsonObject;
    described = new Map(describedOperations(document).map((each) => [`${each.method} ${each.path}`, each]));
  });
  after(() => subject.stop());

  const describedOf = ({ method, path }: Operation): DescribedOperation => {
    const found = described.get(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    if (found === undefined) throw new Error(`${method} ${path} is not described`);
    return found;
  };

  /** Sends the example of a request, once for each media type of its answer. */
  const send = async (operation: Operation, accept?: string): Promise<Response> => {
    const { body, path, method } = describedOf(operation);
    return fetch(subject.url() + path.replace(/\{\w+\}/g, '1'), {
      method,
      headers: { ...(accept !== undefined && { Accept: accept }), ...(body && { 'Content-Type': body.mediaType }) },
      ...(body && { body: JSON.stringify(body.example) }),
    });
  };

  const sendAll = async (sent: readonly Operation[]): Promise<void> => {
    for (const operation of sent) expect((await send(operation)).status, operation.name).to.be.below(300);
  };

  /** The examples also create the world: all of it, only what a creation needs, or a resource that can be deleted. */
  const makeWorldFor = async (asked: Operation): Promise<void> => {
    await subject.reset();
    await createFor(asked);
  };

  const createFor = async (asked: Operation): Promise<void> => {
    const types = neededBy(asked);
    const creations = (types ?? lockOrder).flatMap((type) =>
      operations.filter(({ kind, resource }) => kind === 'create' && resource?.type === type),
    );
    const links = operations.filter((each) => each.kind === 'link' && isLinkedHere(each));
    await sendAll([...creations, ...(types === undefined ? links : [])]);
  };

  const asked = operations.filter(({ resource }) => resource === undefined || types.includes(resource.type));
  for (const operation of asked) {
    const { answer } = operationKindOf(operation);
    if (answer === 'description') continue;
    const refusal = operation.kind === 'delete' ? undefined : refusalOf(operation);
    if (refusal !== undefined) {
      it(`are refused for ${operation.method} ${operation.path}, by declaration`, async () => {
        await makeWorldFor(operation);
        const response = await send(operation);
        expect(response.status).to.equal(409);
        expect(await response.json()).to.have.nested.property('errors[0].code', refusal);
        expect(errorCodesOf(operation, { ...limits, isPublic })).to.include(refusal);
      });
      continue;
    }
    it(`hold for ${operation.method} ${operation.path}`, async () => {
      const { answers } = describedOf(operation);
      const [[status, { content }] = expect.fail('it has no answer')] = [...answers];
      await makeWorldFor(operation);
      if (content.size === 0) {
        const response = await send(operation);
        expect([response.status, await response.text()]).to.deep.equal([status, '']);
      }
      for (const [index, [asked, { example: ofAsked }]] of [...content].entries()) {
        const isStream = asked === EVENT_STREAM;
        if (index > 0 && operation.method !== 'GET') await makeWorldFor(operation);
        if (isStream) await subject.reset();
        const response = await send(operation, asked);
        // A stream shows only changes made after it has begun.
        if (isStream) await createFor(operation);
        const text = await readBeginning(response, typeof ofAsked === 'string' ? framesIn(ofAsked) : 0);
        expect(response.status, text).to.equal(status);
        // The examples have no bounds, so no response applies the Included Sets profile, and its media types have no example.
        const given = response.headers.get('Content-Type') ?? '';
        const mediaType = content.has(given) ? given : given.replace(/;.*/, '');
        if (ofAsked !== undefined) expect(mediaType).to.equal(asked);
        const example = content.get(mediaType)?.example ?? expect.fail(`no example of ${mediaType}`);
        const shown =
          mediaType !== asked && mediaType === MEDIA_TYPE ? JSON.stringify(plainOf(JSON.parse(text))) : text;
        const known = shown.replaceAll(STAMP, String(describeValues(createdAt()).example));
        const received: Json = typeof example === 'string' ? withoutPositions(known) : JSON.parse(withoutOpaque(known));
        const expected: Json =
          typeof example === 'string' ? withoutPositions(example) : JSON.parse(withoutOpaque(JSON.stringify(example)));
        expect(received, mediaType).to.deep.equal(expected);
      }
    });
  }
}

/** The types that a request needs in the world made for it; undefined if it needs all. */
function neededBy(asked: Operation): readonly ResourceType[] | undefined {
  const { answer } = operationKindOf(asked);
  if (answer === 'results') return [];
  if (answer === 'changes') return withNeeded([anyResource.type]);
  if (asked.kind === 'delete' && refusalOf(asked) !== undefined) return withNeeded([primaryOf(asked).type]);
  if (answer !== 'created') return undefined;
  const { type: created } = primaryOf(asked);
  const targets = withNeeded([created]).filter((type) => type !== created);
  return withNeeded(asked.relationship && asked.resource ? [...targets, asked.resource.type] : targets);
}

/** A moment of this year, as stamps are; examples are older. */
const STAMP = new RegExp(`${new Date().getUTCFullYear()}-\\d\\d-\\d\\dT[\\d:.]+Z`, 'g');

/** Without the texts of the feed and the entity tags, which differ in each service. */
function withoutOpaque(text: string): string {
  return text
    .replaceAll(/"[cp][A-Za-z0-9_-]{40,199}"/g, '"opaque"')
    .replaceAll(/"etag":"(?:[^"\\]|\\.)*"/g, '"etag":"tag"');
}

/** The same for the text of a file or a stream. */
function withoutPositions(text: string): string {
  return withoutOpaque(text.replaceAll(/^id: p.*$/gm, 'id: position'));
}

/** True for one side of each relationship: the to-many side, or the only one that clients see. */
function isLinkedHere({ resource, relationship }: Operation): boolean {
  if (resource === undefined || relationship === undefined) return false;
  const { to, stored, cardinality } = relationship.field;
  return (
    cardinality === 'many' || wireNameOf(resources[to], relationshipOf(resource.type, stored).inverse) === undefined
  );
}
