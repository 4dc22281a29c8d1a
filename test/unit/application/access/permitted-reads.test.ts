import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { permittedReads } from '#application/access/permitted-reads';
import { everything, type Filter } from '#application/model/filter';
import { everythingAllowed, type Permissions } from '#application/model/permissions';
import type { Query } from '#application/model/query';
import type { Reads } from '#application/ports/unit-of-work';

const isAda: Filter = { kind: 'text', attribute: 'name', comparison: 'startsWith', value: 'Ada' };
const permissions: Permissions = {
  ...everythingAllowed,
  person: { read: { fields: new Set(['name']), rows: isAda } },
};
const persons: Query = {
  type: 'person',
  filter: everything,
  sort: [],
  page: undefined,
  attributes: ['name'],
  linkage: [],
  total: true,
};

const ways: Readonly<Record<string, (reads: Reads) => Promise<readonly unknown[]>>> = {
  'a query': async ({ reader }) => (await reader.find(persons)).records,
  'the queries of a snapshot': (reads) => reads.read(async (reader) => (await reader.find(persons)).records),
  'a stream': async (reads) => {
    const records: unknown[] = [];
    for await (const batch of reads.stream((reader) => reader.stream(persons))) records.push(...batch.records);
    return records;
  },
  'a query while streaming': async (reads) => {
    const records: unknown[] = [];
    for await (const found of reads.stream(async function* (reader) {
      yield await reader.find(persons);
    }))
      records.push(...found.records);
    return records;
  },
};

describe('The reads of an actor', () => {
  for (const [way, read] of Object.entries(ways))
    it(`show no hidden rows in ${way}`, async () => {
      const unitOfWork = new MemoryUnitOfWork();
      await unitOfWork.write(async ({ repositories }) => {
        for (const name of ['Ada', 'Bob'])
          await repositories.person.add({
            type: 'person',
            attributes: { name, email: null, birthDate: null, password: null },
            targets: {},
          });
      });
      expect(await read(unitOfWork)).to.have.length(2);
      expect(await read(permittedReads(unitOfWork, permissions))).to.have.nested.property('[0].attributes.name', 'Ada');
      expect(await read(permittedReads(unitOfWork, permissions))).to.have.length(1);
    });
});
