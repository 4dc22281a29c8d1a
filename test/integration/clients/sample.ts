import { ApiClient } from '../../support/api-client.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/**
 * Starts a service with three persons and three computers. Ada (1) owns E-1 and E-2, Grace (2) owns M-3, Alan (3), who has no birth date,
 * owns none.
 */
export async function startWithSample(): Promise<TestService> {
  const service = await startTestService({ DATABASE_URL: 'memory:' });
  const client = new ApiClient(service.url);
  const persons = [
    { name: 'Ada', email: 'ada@example.org', birth_date: '1815-12-10' },
    { name: 'Grace', birth_date: '1906-12-09' },
    { name: 'Alan' },
  ];
  for (const attributes of persons) await client.post('/persons', { data: { type: 'person', attributes } });
  for (const [serial, owner] of Object.entries({ 'E-1': '1', 'E-2': '1', 'M-3': '2' }))
    await client.post(`/persons/${owner}/computers`, { data: { type: 'computer', attributes: { serial } } });
  return service;
}

/** A filter that only JSON can express: the name starts with A, and no computer is E-1. */
export const namedWithoutE1 = [
  { name: 'name', op: 'like', val: 'A%' },
  { not: { name: 'computers', op: 'any', val: { name: 'serial', op: 'eq', val: 'E-1' } } },
] as const;

/** The serial numbers of a person's computers, as the service has them. */
export async function serialsOf(service: TestService, personId: string): Promise<readonly string[]> {
  const { document } = await new ApiClient(service.url).get(`/persons/${personId}/computers`);
  return each(each(document.data, 'attributes'), 'serial');
}

/** The identifier of a computer's owner, as the service has it. */
export async function ownerOf(service: TestService, computerId: string): Promise<string | undefined> {
  const { document } = await new ApiClient(service.url).get(`/computers/${computerId}/relationships/owner`);
  return document.data?.id;
}

/** A document as libraries without types for our resources return it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests reach into documents; a wrong path fails the expectation
export type Model = any;

/** The value of one member of each. */
export function each(models: readonly Model[], member: string): readonly Model[] {
  return models.map((model) => model[member]);
}

/** The error that a promise is rejected with. */
export function rejectionOf(promise: Promise<unknown>): Promise<Model> {
  return promise.then(
    () => {
      throw new Error('the request was not refused');
    },
    (error: unknown) => error,
  );
}
