import { schema } from '#domain/schema';
import { expect } from 'chai';
import type { OpenAPIObject, OperationObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { errorAdvice } from '#test/docs/error-advice';
import { documentOf } from '#test/openapi/default-document';

const standard = documentOf();
const { components = {} } = standard;

function operationsIn({ paths = {} }: OpenAPIObject): readonly OperationObject[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as OperationObject[]);
}

/** The codes that the document lists for an operation, by status. */
function codesOf(
  id: string,
  { components = {}, ...document }: OpenAPIObject = standard,
): Readonly<Record<string, readonly string[]>> {
  const described = operationsIn(document);
  const { responses = {} } = described.find(({ operationId }) => operationId === id) ?? {};
  const references = Object.entries(responses as Readonly<Record<string, ReferenceObject>>).filter(
    // The success of QUERY refers to the response of GET.
    ([, answer]) => '$ref' in answer && answer.$ref.startsWith('#/components/'),
  );
  return Object.fromEntries(
    references.map(([status, { $ref }]) => {
      const { responses: answers = {} } = components;
      const { content } = answers[$ref.split('/').at(-1) ?? ''] as ResponseObject;
      const names = JSON.stringify(content).matchAll(/#\/components\/schemas\/(\w+)Error"/g);
      return [status, [...names].map(([, name = '']) => name.replace(/\B[A-Z]/g, '-$&').toLowerCase())];
    }),
  );
}

const anywhere = {
  408: ['request-timeout'],
  414: ['uri-too-long'],
  415: ['unsupported-media-type'],
  431: ['headers-too-large'],
  500: ['internal'],
};
const written = {
  409: ['idempotency-key-in-use'],
  422: ['idempotency-key-reused'],
};
const withBody = {
  ...anywhere,
  ...written,
  400: [
    'malformed-request',
    'invalid-parameter',
    'invalid-header',
    'malformed-json',
    'invalid-document',
    'too-many-included',
  ],
  404: ['object-not-found'],
  406: ['not-acceptable'],
  413: ['body-too-large'],
  503: ['service-unavailable', 'commit-outcome-unknown'],
  504: ['query-timeout'],
};
const reading = {
  ...anywhere,
  400: ['malformed-request', 'invalid-parameter', 'invalid-header'],
  406: ['not-acceptable'],
  503: ['service-unavailable'],
  504: ['query-timeout'],
};

/** The codes that rules add to the writes that can break them. The default model has no rules. A model with rules need not repeat these codes below. */
const ofRules: readonly string[] = ['not-unique', 'too-many'];
const hasRules = Object.values(schema).some(({ rules }) => rules.length > 0);
const ofLinks: readonly string[] = ['invalid-relationship', 'relationship-required', 'still-referenced'];

describe('the error answers in the OpenAPI document', () => {
  const expected: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
    listPersons: reading,
    listPersonsHead: reading,
    getPerson: {
      ...reading,
      400: [...reading[400], 'too-many-included'],
      404: ['object-not-found'],
      412: ['precondition-failed'],
    },
    createPerson: {
      ...withBody,
      403: ['client-id-forbidden'],
      409: ['type-conflict', 'idempotency-key-in-use'],
      422: ['invalid-attribute', 'idempotency-key-reused'],
    },
    createPersonComputer: {
      ...withBody,
      403: ['client-id-forbidden'],
      409: ['type-conflict', 'owner-conflict', 'idempotency-key-in-use'],
      422: ['invalid-attribute', 'idempotency-key-reused'],
    },
    updateComputerOwner: {
      ...withBody,
      409: ['type-conflict', 'id-conflict', 'idempotency-key-in-use'],
      412: ['precondition-failed'],
      422: ['invalid-attribute', 'idempotency-key-reused'],
    },
    unlinkPersonComputers: {
      ...withBody,
      409: ['type-conflict', 'idempotency-key-in-use'],
      412: ['precondition-failed'],
    },
    deletePerson: {
      ...reading,
      ...written,
      404: ['object-not-found'],
      412: ['precondition-failed'],
      503: ['service-unavailable', 'commit-outcome-unknown'],
    },
  };

  for (const [id, codes] of Object.entries(expected))
    it(`are those of ${id}`, () => {
      const listed = codesOf(id);
      const statuses = Object.keys(listed).filter((status) => !hasRules || listed[status]?.every(isOfRule) === false);
      expect(statuses).to.have.members(Object.keys(codes));
      for (const status of statuses)
        expect(
          listed[status]?.filter((code) => !hasRules || !isOfRule(code)),
          status,
        ).to.have.members(codes[status] ?? []);
    });

  it('have 412 wherever an answer has a tag by which it can be 304', () => {
    const current = operationsIn(standard).filter(({ responses = {} }) => '304' in responses);
    expect(idsOf(current)).to.include.members(['getPerson', 'getOpenApi', 'getOpenApiHead']);
    for (const { operationId = '', parameters } of current) {
      expect(codesOf(operationId)['412'], operationId).to.deep.equal(['precondition-failed']);
      expect(JSON.stringify(parameters), operationId).to.include('/IfMatch"').and.include('/IfNoneMatch"');
    }
  });

  it('leave out 406 for files, which are sent whatever is accepted', () => {
    expect(codesOf('exportPersonsCsv')).not.to.have.property('406');
  });

  it('have 428 where the service requires If-Match', () => {
    const strict = documentOf({ REQUIRE_IF_MATCH: 'true' });
    const requiring = operationsIn(strict).filter(({ operationId = '' }) => '428' in codesOf(operationId, strict));
    const inHeader = requiring.filter(({ parameters = [] }) =>
      JSON.stringify(parameters).includes('/RequiredIfMatch"'),
    );
    expect(idsOf(inHeader)).to.have.members(
      idsWhere(strict, (method, path) => method === 'patch' || (method === 'delete' && !isOfRelationship(path))),
    );
    const inBody = requiring.filter((each) => !inHeader.includes(each));
    expect(idsOf(inBody)).to.deep.equal(['runOperations']);
    const codes = codesByNeedOfMeta(strict);
    expect([...codes.needing]).to.have.members(['update', 'remove']);
    // These act on a to-many relationship, and change only the links that they name.
    expect([...codes.others]).to.have.members(['add', 'remove']);
    expect([...codesByNeedOfMeta(standard).needing]).to.deep.equal([]);
  });

  it('have 400 for a missing key where the service requires one', () => {
    const strict = documentOf({ REQUIRE_IDEMPOTENCY_KEY: 'true' });
    const requiring = operationsIn(strict).filter(({ operationId = '' }) =>
      codesOf(operationId, strict)['400']?.includes('idempotency-key-required'),
    );
    const creating = idsWhere(strict, (method, path) => method === 'post' && !isOfRelationship(path));
    expect(idsOf(requiring)).to.have.members(creating).and.include('runOperations');
    for (const { parameters = [] } of requiring)
      expect(JSON.stringify(parameters)).to.include('/RequiredIdempotencyKey"');
  });

  it('have every code that the service documents, but those of other paths and methods', () => {
    const strict = documentOf({
      REQUIRE_IF_MATCH: 'true',
      REQUIRE_IDEMPOTENCY_KEY: 'true',
      POLICY_FILE: 'policy.json',
    });
    const ids = operationsIn(strict).map(({ operationId = '' }) => operationId);
    const all = new Set(ids.flatMap((id) => Object.values(codesOf(id, strict)).flat()));
    const undeclared = hasRules ? [] : ofRules;
    const links = Object.values(schema).flatMap(({ relationships }) => Object.values(relationships));
    const unlinked = links.some(({ isRequired }) => isRequired) ? [] : ofLinks;
    const elsewhere = ['method-not-allowed', 'method-not-implemented', ...undeclared, ...unlinked];
    expect([...all].map((code) => (code === 'internal' ? 'internal-error' : code))).to.have.members(
      Object.keys(errorAdvice).filter((code) => !elsewhere.includes(code)),
    );
  });

  it('say when to try again', () => {
    const { responses = {} } = components;
    const headersOf = (name: string): unknown => (responses[name] as ResponseObject).headers;
    expect(headersOf('ServiceUnavailable')).to.have.property('Retry-After');
    expect(headersOf('QueryTimeout')).to.have.property('Retry-After');
    expect(headersOf('InternalError')).not.to.have.property('Retry-After');
    expect(components.headers).to.have.nested.property('RetryAfter.required', true);
    expect(components.headers).not.to.have.nested.property('OptionalRetryAfter.required');
  });
});

function isOfRule(code: string): boolean {
  return ofRules.includes(code);
}

function idsOf(operations: readonly OperationObject[]): readonly (string | undefined)[] {
  return operations.map(({ operationId }) => operationId);
}

/** The operations whose method and path meet a condition. */
function idsWhere(
  { paths = {} }: OpenAPIObject,
  isMeant: (method: string, path: string) => boolean,
): readonly (string | undefined)[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    idsOf(Object.entries(item).flatMap(([method, each]) => (isMeant(method, path) ? [each as OperationObject] : []))),
  );
}

function isOfRelationship(path: string): boolean {
  return path.includes('/relationships/');
}

/** The codes of the operations in lists of them, by whether they must have `meta`. */
function codesByNeedOfMeta({ components: described }: OpenAPIObject): {
  readonly needing: ReadonlySet<unknown>;
  readonly others: ReadonlySet<unknown>;
} {
  const forms = ['AtomicOperationByRef', 'AtomicOperationByHref'].flatMap((name) => {
    const { anyOf = [] } = (described?.schemas?.[name] ?? {}) as SchemaObject;
    return (anyOf as readonly SchemaObject[]).map(({ required = [], properties = {} }) => ({
      needs: required.includes('meta'),
      code: (properties['op'] as SchemaObject).const as unknown,
    }));
  });
  const codesWhere = (needs: boolean): ReadonlySet<unknown> =>
    new Set(forms.filter((form) => form.needs === needs).map(({ code }) => code));
  return { needing: codesWhere(true), others: codesWhere(false) };
}
