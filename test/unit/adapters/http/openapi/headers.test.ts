import { expect } from 'chai';
import type { OperationObject } from 'openapi3-ts/oas31';
import { documentOf } from '../../../../openapi/default-document.ts';

const TOKEN = 'Consistency-Token';
const replicated = {
  DATABASE_URL: 'postgres://primary.example/app',
  DATABASE_REPLICA_URLS: 'postgres://replica.example/app',
};

/** The ids of the operations that mention a component. */
function operationsWith(component: string, document = documentOf(replicated)): readonly string[] {
  return Object.values(document.paths ?? {})
    .flatMap((item) => Object.values(item) as OperationObject[])
    .filter((operation) => JSON.stringify(operation).includes(`"#/components/${component}"`))
    .map(({ operationId = '' }) => operationId);
}

describe('tokens in the OpenAPI document', () => {
  it('are parameters of what reads resources', () => {
    const reading = operationsWith('parameters/ConsistencyToken');
    expect(reading).to.include.members(['listPersons', 'getPerson', 'getPersonHead', 'getComputerOwner']);
    for (const id of ['createPerson', 'runOperations', 'getRoot', 'getOpenApi']) expect(reading).not.to.include(id);
  });

  it('are headers of what writes, and of the feed of changes', () => {
    const writing = operationsWith('headers/ConsistencyToken');
    expect(writing).to.include.members([
      'createPerson',
      'updatePerson',
      'deleteComputer',
      'runOperations',
      'listChanges',
    ]);
    for (const id of writing) expect(id).not.to.match(/^(get|list(?!Changes)|export)/);
  });

  it('have the form that the service reads', () => {
    const { parameters, headers } = documentOf(replicated).components ?? {};
    expect(parameters?.['ConsistencyToken']).to.deep.include({ name: TOKEN, in: 'header' });
    for (const component of [parameters, headers])
      expect(component?.['ConsistencyToken']).to.have.nested.property('schema.pattern', '^[0-9a-f]{24}$');
  });

  it('are not mentioned without replicas', () => {
    expect(JSON.stringify(documentOf())).not.to.include(TOKEN);
  });
});
