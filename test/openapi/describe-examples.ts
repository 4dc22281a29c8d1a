// Every example of the document, sent as it is to a service with the world that they are about.
import { expect } from 'chai';
import { resources } from '#test/support/model';
import { wireNameOf } from '#adapters/http/api/resource-description';
import { operationKindOf, operationsOf, type Operation } from '#adapters/http/api/operations';
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { describedOperations, type DescribedOperation, type Json, type JsonObject } from './described-api.ts';
import { openSubject, type Subject } from './subject.ts';

/** @param types whose operations are tested, besides those of no type */
export function describeExamples(types: readonly ResourceType[] = resourceTypes): void {
  let subject: Subject;
  let described: ReadonlyMap<string, DescribedOperation>;
  const operations = operationsOf({ allowUnpaged: true }, resources);

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

  /** Examples make the world as well: all of it, or the part that a creation needs. */
  const makeWorldFor = async (asked: Operation): Promise<void> => {
    await subject.reset();
    const { answer } = operationKindOf(asked);
    const isNew = answer === 'created' || answer === 'results';
    const creations = operations.filter(({ kind }) => kind === 'create');
    if (isNew) return sendAll(creations.filter(({ resource }) => asked.relationship && resource === asked.resource));
    const links = operations.filter((each) => each.kind === 'link' && isLinkedHere(each));
    await sendAll([...creations, ...links]);
  };

  const asked = operations.filter(({ resource }) => resource === undefined || types.includes(resource.type));
  for (const operation of asked) {
    const { answer } = operationKindOf(operation);
    if (answer === 'description') continue;
    it(`hold for ${operation.method} ${operation.path}`, async () => {
      const { answers } = describedOf(operation);
      const [[status, { content }] = expect.fail('it has no answer')] = [...answers];
      if (content.size === 0) {
        await makeWorldFor(operation);
        const response = await send(operation);
        expect([response.status, await response.text()]).to.deep.equal([status, '']);
      }
      for (const [mediaType, { example }] of content) {
        await makeWorldFor(operation);
        const response = await send(operation, mediaType);
        const text = await response.text();
        expect(response.status, text).to.equal(status);
        const received: Json = typeof example === 'string' ? text : JSON.parse(text);
        expect(received, mediaType).to.deep.equal(example);
      }
    });
  }
}

/** True for one side of each relationship: the to-many side, or the only one that clients see. */
function isLinkedHere({ resource, relationship }: Operation): boolean {
  if (resource === undefined || relationship === undefined) return false;
  const { to, stored, cardinality } = relationship.field;
  return (
    cardinality === 'many' || wireNameOf(resources[to], relationshipOf(resource.type, stored).inverse) === undefined
  );
}
